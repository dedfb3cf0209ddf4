-- The newest dead letters of a shard.
-- KEYS: dead
-- ARGV: most
-- Result: {letter, ...}, newest first; JSON with turns as strings, as they were stored
-- Atomic: one look, nothing changes.
return redis.call('LRANGE', KEYS[1], 0, tonumber(ARGV[1]) - 1)
