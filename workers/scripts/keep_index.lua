-- Keep a conversation's search index beside its log.
-- KEYS: meta index
-- ARGV: number of the last exchange in it, expired as it was read, the index
-- Result: 1, or 0 when exchanges were removed since (nothing changes)
-- Atomic: what it was made of is still there. Repeating it changes nothing.
local meta, index = unpack(KEYS)
if (redis.call('HGET', meta, 'expired') or '') ~= ARGV[2] then return 0 end
redis.call('HSET', meta, 'indexed', ARGV[1])
redis.call('SET', index, ARGV[3])
return 1
