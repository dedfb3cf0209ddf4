-- Tell whoever answers a turn that another one was sent together with it.
-- KEYS: own
-- ARGV: chat, update id of the turn, update id of the other one, control channel
-- Result: 1, or 0 when that turn is not being answered, or with the other one
-- Atomic: it is told under which lease. Changes nothing; repeating it tells once more.
local own = KEYS[1]
local chat, id, other, channel = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local lane = read_lane(own, chat)
if not lane or lane.state ~= 'x' or lane.stopped then return 0 end
local answered = false
for _, claimed in ipairs(lane.claims) do
  if claimed == other then return 0 end
  answered = answered or claimed == id
end
if not answered then return 0 end
redis.call('PUBLISH', channel, '+' .. lane.fence .. ' ' .. chat)
return 1
