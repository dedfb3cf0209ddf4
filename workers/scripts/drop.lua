-- The user stopped turns before anything was shown: off the lane, nothing stored.
-- KEYS: own lease turns outbox ready wake waiting
-- ARGV: chat, fence, update ids ...
-- Result: 1, or 0 when the lease was lost (nothing changes)
-- Atomic: exactly these turns go and the lane is free. Repeating it changes nothing.
local own, leases, turns, outbox, ready, wake, waiting = unpack(KEYS)
local chat = ARGV[1]
local lane = read_lane(own, chat)
if not holds(lane, ARGV[2]) then return 0 end
local ids = {}
for i = 3, #ARGV do ids[#ids + 1] = ARGV[i] end
take_off(turns, waiting, ids)
lane.attempts = 0
free_lane(own, leases, turns, ready, wake, chat, lane, redis.call('EXISTS', outbox) == 1)
return 1
