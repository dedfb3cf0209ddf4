-- Drop a chat's waiting turns below an update id and stop the running one, if it is below too.
-- KEYS: turns own outbox waiting ready delay wake
-- ARGV: chat, before (update id), control channel
-- Result: {1 if a turn was running, how many waiting ones were dropped}
-- Atomic: what runs is judged and what waits is dropped at one moment. Repeating it drops
-- nothing more; a turn whose answer is in the outbox is not stopped.
local turns, own, outbox, waiting, ready, delay, wake = unpack(KEYS)
local chat, before, channel = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local lane = read_lane(own, chat)
local sending = redis.call('EXISTS', outbox) == 1

local running, claimed = 0, {}
if lane and lane.state == 'x' and not sending and #lane.claims > 0 then
  for _, id in ipairs(lane.claims) do claimed[id] = true end
  if tonumber(lane.claims[1]) < before then
    running, lane.stopped = 1, true
    write_lane(own, chat, lane)
    redis.call('PUBLISH', channel, chat)
  end
end

local below = redis.call('ZRANGEBYSCORE', turns, '-inf', '(' .. ARGV[2], 'WITHSCORES')
local ids = {}
for i = 2, #below, 2 do
  local id = whole(tonumber(below[i]))
  if not (claimed[id] or is_deletion(below[i - 1])) then ids[#ids + 1] = id end
end
take_off(turns, waiting, ids)

if #ids > 0 and lane and lane.state == 'x' and not sending and #lane.claims == 0 then
  lane.attempts = 0 -- leased, not opened yet: the turn they were counted for is gone
  write_lane(own, chat, lane)
end

-- The turn that failed or was handed back is gone: its lane begins anew, without its back-off.
if #ids > 0 and lane and lane.state ~= 'x' and not sending then
  begin_anew(lane, chat, own, turns, delay, ready, wake)
end
return {running, #ids}
