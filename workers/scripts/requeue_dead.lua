-- Put the turns of a dead letter back on their lane.
-- KEYS: dead own turns outbox waiting ready wake
-- ARGV: chat, the letter as it is stored, the update ids of its turns, in their order ...
-- Result: 1, or 0 when there is no such letter any more (nothing changes)
-- Atomic: out of the dead letters and onto the lane, at the place of their update ids and with
-- no attempt counted; ids already seen and limits are passed over. Repeating it changes nothing.
local dead, own, turns, outbox, waiting, ready, wake = unpack(KEYS)
local chat, letter = ARGV[1], ARGV[2]
if redis.call('LREM', dead, -1, letter) == 0 then return 0 end

local first = redis.call('ZRANGE', turns, 0, 0, 'WITHSCORES')[2]
local ahead = false
for i, turn in ipairs(cjson.decode(letter).turns) do
  local id = ARGV[i + 2]
  if redis.call('ZCOUNT', turns, id, id) == 0 then
    redis.call('ZADD', turns, id, turn)
    redis.call('INCR', waiting)
    ahead = ahead or not first or tonumber(id) < tonumber(first)
  end
end

local lane = read_lane(own, chat)
if not lane and redis.call('ZCARD', turns) > 0 then
  write_lane(own, chat, new_lane())
  redis.call('RPUSH', ready, chat)
  wake_somebody(wake)
elseif lane and ahead and redis.call('EXISTS', outbox) == 0 then
  if lane.state == 'x' and #lane.claims > 0 then
    lane.overtaken = true
  else
    lane.attempts = 0 -- they were counted for the turn that is not the first any more
  end
  write_lane(own, chat, lane)
end
return 1
