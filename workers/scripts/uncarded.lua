-- Read exchanges that have no card of a version.
-- KEYS: log cards
-- ARGV: the number after which to look or "-inf", version, how many at most
-- Result: {exchange, its number, ...}, in the order of their numbers
-- Atomic: one view of both. From the beginning it also removes cards without an exchange, which
-- only damage leaves behind. Repeating it changes nothing.
local log, cards = unpack(KEYS)
local version, most = ARGV[2], tonumber(ARGV[3])
if ARGV[1] == '-inf' then
  for _, number in ipairs(redis.call('HKEYS', cards)) do
    if not string.match(number, '^%d+$') or redis.call('ZCOUNT', log, number, number) == 0 then
      redis.call('HDEL', cards, number)
    end
  end
end
local after, found = ARGV[1], {}
repeat
  local from = after == '-inf' and after or '(' .. after
  local exchanges = redis.call('ZRANGEBYSCORE', log, from, '+inf', 'WITHSCORES', 'LIMIT', 0, 256)
  for i = 1, #exchanges, 2 do
    after = whole(tonumber(exchanges[i + 1]))
    local card = redis.call('HGET', cards, after) or ''
    local of, made_by = string.match(card, '^(%d+) (%d+) ')
    if of ~= after or made_by ~= version then
      found[#found + 1], found[#found + 2] = exchanges[i], after
      if #found == 2 * most then return found end
    end
  end
until #exchanges == 0
return found
