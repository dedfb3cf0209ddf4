-- Put an exchange in the place of the one with its number, and remove what was derived from it.
-- KEYS: log meta states vectors cards index
-- ARGV: exchange number, exchange, its card, version of the states that stay or "", watermark that
--       stays with them, kind of a state that stays, ...
-- Result: 1, or 0 when there is none of this number any more (nothing changes)
-- Atomic: nothing outlives what it was made of. States of another version all go; the index stays
-- when the exchange is not in it. Repeating it changes nothing more.
local log, meta, states, vectors, cards, index = unpack(KEYS)
local number = ARGV[1]
local before = redis.call('ZRANGEBYSCORE', log, number, number)
if #before == 0 then return 0 end
if before[1] == ARGV[2] then return 1 end
redis.call('ZREMRANGEBYSCORE', log, number, number)
redis.call('ZADD', log, number, ARGV[2])
redis.call('HSET', cards, number, ARGV[3])
redis.call('ZREMRANGEBYSCORE', vectors, number, number)

local known = redis.call('HMGET', meta, 'version', 'indexed')
local watermark, stays = 0, {}
if (known[1] or '0') == ARGV[4] then
  watermark = ARGV[5]
  for i = 6, #ARGV do stays[ARGV[i]] = true end
end
for _, kind in ipairs(redis.call('HKEYS', states)) do
  if not stays[kind] then redis.call('HDEL', states, kind) end
end
redis.call('HINCRBY', meta, 'version', 1)
local mark = new_mark()
redis.call('HSET', meta, 'watermark', watermark, 'expired', mark, 'tended', mark)
redis.call('HDEL', meta, 'by')
if tonumber(known[2] or '0') >= tonumber(number) then
  redis.call('HDEL', meta, 'indexed')
  redis.call('DEL', index)
end
return 1
