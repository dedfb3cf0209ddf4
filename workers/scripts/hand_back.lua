-- Give a lane up unchanged: next in line, not counted as an attempt.
-- KEYS: own lease ready wake
-- ARGV: chat, fence
-- Result: 1, or 0 when the lease was lost (nothing changes)
-- Atomic: from leased to ready; an outbox and a stop mark stay. Repeating it changes nothing.
local own, leases, ready, wake = unpack(KEYS)
local chat = ARGV[1]
local lane = read_lane(own, chat)
if not holds(lane, ARGV[2]) then return 0 end
lane.state, lane.fence = 'r', '0'
write_lane(own, chat, lane)
redis.call('ZREM', leases, chat)
redis.call('LPUSH', ready, chat)
wake_somebody(wake)
return 1
