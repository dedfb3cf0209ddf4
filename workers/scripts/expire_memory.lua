-- Remove a conversation's oldest exchanges, and with them all that was derived from the log.
-- KEYS: log meta states reply_ids vectors cards index
-- ARGV: number of the oldest exchange kept, conversation number
-- Result: how many were removed
-- Atomic: no summary outlives what it was made of. The last number stays, so that numbers are
-- never given out again. Repeating it changes nothing.
local log, meta, states, reply_ids, vectors, cards, index = unpack(KEYS)
local below = '(' .. ARGV[1]
local removed = redis.call('ZRANGEBYSCORE', log, '-inf', below, 'WITHSCORES')
if #removed == 0 then return 0 end
for i = 2, #removed, 2 do
  local number = whole(tonumber(removed[i]))
  redis.call('HDEL', reply_ids, ARGV[2] .. ':' .. number)
  redis.call('HDEL', cards, number)
end
redis.call('ZREMRANGEBYSCORE', log, '-inf', below)
redis.call('ZREMRANGEBYSCORE', vectors, '-inf', below)
redis.call('HINCRBY', meta, 'version', 1)
local mark = new_mark()
redis.call('HSET', meta, 'watermark', 0, 'expired', mark, 'tended', mark)
redis.call('HDEL', meta, 'by', 'indexed')
redis.call('DEL', states, index)
return #removed / 2
