-- Count what a shard's lanes hold, and name the chats whose first turn may be the oldest.
-- KEYS: waiting ready lease delay tending dead
-- ARGV: most chats of each sort
-- Result: {turns waiting, chats ready, in flight, delayed, memories to tend, dead letters,
--          chat, chat, ...}; a chat may be named twice
-- Atomic: one look, nothing changes.
local waiting, ready, leases, delay, tending, dead = unpack(KEYS)
local most = tonumber(ARGV[1])
local answer = {tonumber(redis.call('GET', waiting) or '0'), redis.call('LLEN', ready),
  redis.call('ZCARD', leases), redis.call('ZCARD', delay), redis.call('ZCARD', tending),
  redis.call('LLEN', dead)}
-- A busy chat goes to the end of the line with old turns behind its first.
for _, chats in ipairs({redis.call('LRANGE', ready, 0, most - 1),
    redis.call('LRANGE', ready, -most, -1), redis.call('ZRANGE', leases, 0, most - 1),
    redis.call('ZRANGE', delay, 0, most - 1)}) do
  for _, chat in ipairs(chats) do answer[#answer + 1] = chat end
end
return answer
