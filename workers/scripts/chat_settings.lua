-- Read what a chat chose.
-- KEYS: settings
-- Result: {settings field, value, ...}
-- Atomic: one look, nothing changes.
local settings = unpack(KEYS)
return redis.call('HGETALL', settings)
