-- Put a lane in line that has turns or a reply to deliver, and that counts as idle.
-- KEYS: own turns outbox ready lease delay wake
-- ARGV: chat
-- Result: 1, or 0 when it is not so (nothing changes)
-- Atomic: judged and put in line at one moment. Repeating it changes nothing.
local own, turns, outbox, ready, leases, delay, wake = unpack(KEYS)
local chat = ARGV[1]
if redis.call('HEXISTS', own, chat) == 1 then return 0 end
if redis.call('ZCARD', turns) == 0 and redis.call('EXISTS', outbox) == 0 then return 0 end
if redis.call('ZSCORE', leases, chat) or redis.call('ZSCORE', delay, chat)
    or redis.call('LPOS', ready, chat) then
  return 0 -- it comes back by itself
end
write_lane(own, chat, new_lane())
redis.call('LPUSH', ready, chat)
wake_somebody(wake)
return 1
