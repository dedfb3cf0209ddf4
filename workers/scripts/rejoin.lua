-- Tell whoever answers a turn that another one was sent together with it, or that something of ours
-- was said beside it.
-- KEYS: own
-- ARGV: chat, control channel, update id of the turn or "" for whichever it is, update id of the
--       other one or ""
-- Result: 1, or 0 when that turn is not being answered, or with the other one
-- Atomic: it is told under which lease. Changes nothing; repeating it tells once more.
local own = KEYS[1]
local chat, channel, id, other = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local lane = read_lane(own, chat)
if not lane or lane.state ~= 'x' or #lane.claims == 0 then return 0 end
if id == '' then
  redis.call('PUBLISH', channel, '~' .. lane.fence .. ' ' .. chat)
  return 1
end
local answered = false
for _, claimed in ipairs(lane.claims) do
  if claimed == other then return 0 end
  answered = answered or claimed == id
end
if lane.stopped or not answered then return 0 end
redis.call('PUBLISH', channel, '+' .. lane.fence .. ' ' .. chat)
return 1
