-- A turn, or the delivery of its reply, failed: again later, or given up.
-- KEYS: own lease turns outbox ready delay waiting dead wake
-- ARGV: chat, fence, reason, back-off ms or "" to give up, notice, update ids ...
-- Result: retry | dead | stale | committed (a committed reply is not given up; nothing changed)
-- Atomic: retry: the lane is blocked until the back-off is over, its turns and outbox untouched.
-- dead: turns off the lane, a dead letter kept, the notice in the outbox; the lane stays leased.
-- Repeating it gives the same answer and changes nothing.
local own, leases, turns, outbox, ready, delay, waiting, dead, wake = unpack(KEYS)
local chat, fence, reason, back_off = unpack(ARGV)
local lane = read_lane(own, chat)
if lane and lane.state ~= 'x' and lane.fence == fence and back_off ~= '' then return 'retry' end
if not holds(lane, fence) then return 'stale' end

if back_off ~= '' then
  redis.call('ZREM', leases, chat)
  lane.attempts = lane.attempts + 1
  if lane.stopped then -- nothing to wait for: the turn is dropped when the lane is opened
    lane.state = 'r'
    redis.call('LPUSH', ready, chat)
    wake_somebody(wake)
  else
    lane.state = 'w'
    redis.call('ZADD', delay, score(now_ms() + tonumber(back_off)), chat)
  end
  write_lane(own, chat, lane)
  return 'retry'
end

if redis.call('HGET', outbox, 'dead') == fence then return 'dead' end
if redis.call('EXISTS', outbox) == 1 then return 'committed' end
local ids = {}
for i = 6, #ARGV do ids[#ids + 1] = ARGV[i] end
local given_up = held_by(turns, ids)
take_off(turns, waiting, ids)
bury(dead, chat, given_up, reason, lane.attempts + 1)
redis.call('HSET', outbox, 'reply', ARGV[5], 'dead', fence)
lane.attempts, lane.stopped, lane.claims = 0, false, {}
write_lane(own, chat, lane)
return 'dead'
