-- Nothing can be delivered to a chat any more: nobody waits for its turns.
-- KEYS: own turns waiting closed
-- ARGV: chat, fence
-- Result: how many waiting turns were dropped, -1 when the lease was lost (nothing changes)
-- Atomic: all turns but deletions go and the chat is marked at one moment; the lane stays leased. Repeating it
-- drops nothing more. The chat's next turn takes the mark off (put.lua).
local own, turns, waiting, closed = unpack(KEYS)
local chat = ARGV[1]
local lane = read_lane(own, chat)
if not holds(lane, ARGV[2]) then return -1 end
local all, ids = redis.call('ZRANGE', turns, 0, -1, 'WITHSCORES'), {}
for i = 2, #all, 2 do
  if not is_deletion(all[i - 1]) then ids[#ids + 1] = whole(tonumber(all[i])) end
end
local dropped = taken_off(turns, ids)
wait_no_more(waiting, dropped)
lane.attempts, lane.stopped, lane.claims = 0, false, {}
write_lane(own, chat, lane)
redis.call('HSETNX', closed, chat, whole(now_ms()))
return dropped
