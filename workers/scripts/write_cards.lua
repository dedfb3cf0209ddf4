-- Store cards that were made again.
-- KEYS: log cards
-- ARGV: version, number, card, number, card, ...
-- Result: how many were stored
-- Atomic: only cards of exchanges that are in the log at this moment, so that nothing outlives what
-- was removed; and none in the place of a later version's, so that workers of two versions do not
-- undo each other's. Repeating it changes nothing.
local log, cards = unpack(KEYS)
local version, stored = tonumber(ARGV[1]), 0
for i = 2, #ARGV, 2 do
  local number = ARGV[i]
  local there = string.match(redis.call('HGET', cards, number) or '', '^%d+ (%d+) ')
  if redis.call('ZCOUNT', log, number, number) > 0 and (tonumber(there) or 0) <= version then
    redis.call('HSET', cards, number, ARGV[i + 1])
    stored = stored + 1
  end
end
return stored
