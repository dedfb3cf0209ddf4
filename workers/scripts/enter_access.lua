-- Enter what an owner made of a person or a group.
-- KEYS: access
-- ARGV: Telegram id, standing and name
-- Result: 1
-- Atomic: one entry is replaced. Repeating it changes nothing.
local access = unpack(KEYS)
redis.call('HSET', access, ARGV[1], ARGV[2])
return 1
