-- Messages were deleted: their turns leave the lane, unanswered.
-- KEYS: turns own outbox waiting ready delay wake
-- ARGV: chat, control channel, reply that goes unsent or "", and of each turn that changes: its
--       update id, the turn as it was read, what it is from now on or "" to take it off
-- Result: how many turns were taken off or are stopped
-- Atomic: only what is still as it was read changes. A turn that is being answered is stopped, if
-- none of those answered with it stays; its worker takes it off. Repeating it changes nothing more.
local turns, own, outbox, waiting, ready, delay, wake = unpack(KEYS)
local chat, channel, reply = ARGV[1], ARGV[2], ARGV[3]
local lane = read_lane(own, chat)
local leased = lane and lane.state == 'x'

if reply ~= '' and redis.call('HGET', outbox, 'reply') == reply then
  redis.call('DEL', outbox)
  if lane and not leased then
    lane.attempts = 0
    write_lane(own, chat, lane)
  end
end
local sending = redis.call('EXISTS', outbox) == 1

local off, gone = {}, {}
for i = 4, #ARGV, 3 do
  local id, before, now = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if redis.call('ZSCORE', turns, before) then
    if now == '' then
      off[#off + 1], gone[id] = id, true
    else
      redis.call('ZREM', turns, before)
      redis.call('ZADD', turns, id, now)
    end
  end
end
if #off == 0 then return 0 end

local left = {}
for _, id in ipairs(lane and lane.claims or {}) do
  if not gone[id] then left[#left + 1] = id end
end
if leased and not sending and #lane.claims > 0 and #left == 0 then
  local others = {}
  for _, id in ipairs(lane.claims) do gone[id] = false end
  for _, id in ipairs(off) do
    if gone[id] then others[#others + 1] = id end
  end
  take_off(turns, waiting, others)
  lane.stopped = true
  write_lane(own, chat, lane)
  redis.call('PUBLISH', channel, chat)
  return #off
end

take_off(turns, waiting, off)
if not lane or sending then return #off end
if leased then
  if #lane.claims == 0 then lane.attempts = 0 end
  write_lane(own, chat, lane)
elseif #left == 0 and #lane.claims > 0 or redis.call('ZCARD', turns) == 0 then
  -- What failed or was held is gone: the lane begins anew, without its back-off.
  begin_anew(lane, chat, own, turns, delay, ready, wake)
elseif #left < #lane.claims then
  lane.claims = left
  write_lane(own, chat, lane)
end
return #off
