-- Read what a chat chose.
-- KEYS: settings
-- Result: {settings field, value, ...}
local settings = unpack(KEYS)
return redis.call('HGETALL', settings)
