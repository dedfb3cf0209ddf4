-- Append an exchange to a conversation's log, for programs that have no lanes.
-- KEYS: log meta cards
-- ARGV: exchange number, exchange, its card
-- Result: 1, or 0 when the number is not the next one (nothing changes)
-- Atomic: the exchange, its card and the last number move together. Repeated it says 1 again.
local log, meta, cards = unpack(KEYS)
local number = ARGV[1]
if tonumber(number) ~= tonumber(redis.call('HGET', meta, 'last') or '0') + 1 then
  return tonumber(redis.call('ZSCORE', log, ARGV[2]) or '0') == tonumber(number) and 1 or 0
end
redis.call('HSET', cards, number, ARGV[3])
redis.call('ZADD', log, number, ARGV[2])
redis.call('HSET', meta, 'last', number)
return 1
