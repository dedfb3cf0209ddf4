-- Put tendings back in line that were begun and lie nowhere: not in line, not leased.
-- KEYS: tending_own tending tending_lease wake
-- ARGV: cursor, about how many to look at
-- Result: {next cursor, how many were put back}
-- Atomic: each is judged and put back at one moment; its attempts stay. Repeating it finds them
-- in place.
local own, tending, leases, wake = unpack(KEYS)
local page = redis.call('HSCAN', own, ARGV[1], 'COUNT', ARGV[2])
local mended = 0
for i = 1, #page[2], 2 do
  local conversation = page[2][i]
  if not (redis.call('ZSCORE', tending, conversation)
      or redis.call('ZSCORE', leases, conversation)) then
    redis.call('ZADD', tending, score(now_ms()), conversation)
    wake_somebody(wake)
    mended = mended + 1
  end
end
return {page[1], mended}
