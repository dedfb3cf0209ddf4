-- Read leased lanes: the turns to answer, or the outbox to deliver.
-- KEYS: own waiting
-- KEYS of each: turns outbox settings log meta states reply_ids cards index
-- ARGV: of each: chat, fence, and what open_lane takes (lane_record.lua)
-- Result: of each nil when the lease was lost, else what open_lane gives
-- Atomic: the turns given are noted as being answered; one that was stopped before is dropped.
-- Repeating it gives the same turns.
local own, waiting = KEYS[1], KEYS[2]
local chats = {}
for i = 1, #ARGV, 10 do chats[#chats + 1] = ARGV[i] end
local lanes, changed, dropped = read_lanes(own, chats), {}, 0

local function open(chat, key, arg)
  local lane = lanes[chat]
  if not holds(lane, ARGV[arg + 1]) then return false end
  local content, was_changed, were_dropped = open_lane(lane, KEYS, key, ARGV, arg + 2)
  if was_changed then changed[#changed + 1] = chat end
  dropped = dropped + were_dropped
  return content
end

local answers = {}
for i, chat in ipairs(chats) do answers[i] = guarded(open, chat, 9 * i - 6, 10 * i - 9) end
wait_no_more(waiting, dropped)
write_lanes(own, lanes, changed)
return answers
