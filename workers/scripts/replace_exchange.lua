-- Put an exchange in the place of the one with its number, and remove what was derived from the log.
-- KEYS: log meta states vectors cards index
-- ARGV: exchange number, exchange, its card
-- Result: 1, or 0 when there is none of this number any more (nothing changes)
-- Atomic: nothing outlives what it was made of. Repeating it changes nothing more.
local log, meta, states, vectors, cards, index = unpack(KEYS)
local number = ARGV[1]
local before = redis.call('ZRANGEBYSCORE', log, number, number)
if #before == 0 then return 0 end
if before[1] == ARGV[2] then return 1 end
redis.call('ZREMRANGEBYSCORE', log, number, number)
redis.call('ZADD', log, number, ARGV[2])
redis.call('HSET', cards, number, ARGV[3])
redis.call('ZREMRANGEBYSCORE', vectors, number, number)
redis.call('HINCRBY', meta, 'version', 1)
local mark = new_mark()
redis.call('HSET', meta, 'watermark', 0, 'expired', mark, 'tended', mark)
redis.call('HDEL', meta, 'by', 'indexed')
redis.call('DEL', states, index)
return 1
