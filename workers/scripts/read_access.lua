-- Read who may talk to the bot.
-- KEYS: access
-- Result: {Telegram id, standing and name, ...}
-- Atomic: one look, nothing changes.
local access = unpack(KEYS)
return redis.call('HGETALL', access)
