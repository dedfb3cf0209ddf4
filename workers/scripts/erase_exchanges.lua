-- Remove exchanges of a conversation, and with them all that was derived from the log.
-- KEYS: log meta states reply_ids vectors cards index
-- ARGV: conversation number, number of an exchange, ...
-- Result: how many were removed
-- Atomic: nothing outlives what it was made of. The last number stays, so that numbers are never
-- given out again. Repeating it changes nothing.
local log, meta, states, reply_ids, vectors, cards, index = unpack(KEYS)
local removed = 0
for i = 2, #ARGV do
  local number = ARGV[i]
  removed = removed + redis.call('ZREMRANGEBYSCORE', log, number, number)
  redis.call('ZREMRANGEBYSCORE', vectors, number, number)
  redis.call('HDEL', reply_ids, ARGV[1] .. ':' .. number)
  redis.call('HDEL', cards, number)
end
if removed == 0 then return 0 end
redis.call('HINCRBY', meta, 'version', 1)
local mark = new_mark()
redis.call('HSET', meta, 'watermark', 0, 'expired', mark, 'tended', mark)
redis.call('HDEL', meta, 'by', 'indexed')
redis.call('DEL', states, index)
return removed
