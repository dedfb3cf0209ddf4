-- Give up a turn that cannot be read, so that its lane goes on.
-- KEYS: own turns waiting dead
-- ARGV: chat, fence, update id
-- Result: 1, or 0 when the lease was lost
-- Atomic: off the lane and into the dead letters. Repeating it changes nothing.
local own, turns, waiting, dead = unpack(KEYS)
local chat, fence, id = unpack(ARGV)
local lane = read_lane(own, chat)
if not holds(lane, fence) then return 0 end
local taken = held_by(turns, {id})
take_off(turns, waiting, {id})
if #taken > 0 then bury(dead, chat, taken, 'unreadable', lane.attempts + 1) end
lane.attempts, lane.stopped, lane.claims = 0, false, {}
write_lane(own, chat, lane)
return 1
