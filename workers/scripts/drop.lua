-- The user stopped turns before anything was shown: off the lane, nothing stored.
-- KEYS: own lease turns outbox ready wake waiting delay seen
-- ARGV: chat, fence, update ids ...
-- Result: 1, or 0 when the lease was lost (nothing changes)
-- Atomic: exactly these turns go and the lane is free: at the end of the line, held like one that
-- was idle, or forgotten. Repeating it changes nothing.
local own, leases, turns, outbox, ready, wake, waiting, delay, seen = unpack(KEYS)
local chat = ARGV[1]
local lane = read_lane(own, chat)
if not holds(lane, ARGV[2]) then return 0 end
local ids = {}
for i = 3, #ARGV do ids[#ids + 1] = ARGV[i] end
take_off(turns, waiting, ids)
redis.call('ZREM', leases, chat)

local newest = redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')
local to_deliver = redis.call('EXISTS', outbox) == 1
if not newest[1] and not to_deliver then
  redis.call('HDEL', own, chat)
  return 1
end
local until_ms = not to_deliver and held_until(seen, newest)
lane.attempts, lane.stopped, lane.claims = 0, false, {}
lane.state, lane.fence = until_ms and 'w' or 'r', '0'
write_lane(own, chat, lane)
if until_ms then
  redis.call('ZADD', delay, score(until_ms), chat)
else
  redis.call('RPUSH', ready, chat)
end
wake_somebody(wake)
return 1
