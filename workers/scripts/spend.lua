-- Take a send out of its buckets, one after the other: those of the keys that count.
-- KEYS: sends_of_chat sends_of_group sends_of_bot
-- ARGV: how many must be left in each, 1 to take it in any case (up to the first that makes it
--       wait), then of each bucket: microseconds until another one comes, how many there are at most
-- Result: {out of how many buckets it was taken, microseconds to wait}
-- Atomic: of all processes that ask at once none takes what another one took. A bucket is the time
-- at which it is full again, and is forgotten then. Repeated it takes another one.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local leave, in_line = tonumber(ARGV[1]), ARGV[2] == '1'
local full, longest = {}, 0
for i, bucket in ipairs(KEYS) do
  local every, most = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  full[i] = math.max(tonumber(redis.call('GET', bucket) or '0'), now) + every
  longest = math.max(longest, full[i] - now - (most - leave) * every)
  if longest > 0 and in_line then break end
end
if longest > 0 and not in_line then return {0, longest} end
for i, at in ipairs(full) do
  local bucket = KEYS[i]
  redis.call('SET', bucket, string.format('%.0f', at), 'PX', math.ceil((at - now) / 1000))
end
return {#full, longest}
