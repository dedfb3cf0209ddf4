-- Read leased lanes: the turns to answer, or the outbox to deliver.
-- KEYS: own waiting
-- KEYS of each: turns outbox settings log meta states reply_ids cards index
-- ARGV: of each: chat, fence ("@" and a worker's name: its lease of a lane that was not opened
--       since), most turns, number of the conversation whose memory is wanted as well or "", and
--       what is known of that memory, as load_memory takes it
-- Result: of each nil when the lease was lost, else {{update id, turn, ...}, {outbox field, value,
--         ...}, {settings field, value, ...}, memory as read_memory gives it or nil: only with
--         turns, and when this is the chat's conversation, fence of the lease}
-- Atomic: the turns given are noted as being answered; one that was stopped before is dropped.
-- Repeating it gives the same turns.
local own, waiting = KEYS[1], KEYS[2]
local chats = {}
for i = 1, #ARGV, 10 do chats[#chats + 1] = ARGV[i] end
local lanes, changed, dropped = read_lanes(own, chats), {}, 0

local function claimed_again(lane, turns)
  local claimed = {}
  for _, id in ipairs(lane.claims) do
    for _, turn in ipairs(redis.call('ZRANGEBYSCORE', turns, id, id)) do
      claimed[#claimed + 1] = id
      claimed[#claimed + 1] = turn
    end
  end
  return claimed
end
-- Who wrote a turn and how long it is; nil for a command, an edit, a deletion and for what cannot
-- be read.
local function speaker(turn)
  local readable, read = pcall(cjson.decode, turn)
  if not readable or type(read) ~= 'table' or type(read.text) ~= 'string' then return nil end
  if type(read.command) == 'string' and read.command ~= '' then return nil end
  if read.edited or read.deleted then return nil end
  local sender = type(read.sender) == 'table' and read.sender.id or ''
  return tostring(sender), #read.text
end
-- How many of these {turn, update id, ...} the next answer is for, as joining.py's `together`.
local function together(first)
  if #first <= 2 then return #first end
  local who, length = speaker(first[1])
  local count = 2
  while who and count < #first do
    local next_who, more = speaker(first[count + 1])
    length = length + (more or 0)
    if next_who ~= who or length > 32768 then break end
    count = count + 2
  end
  return count
end
local function claimed_first(lane, turns, most)
  local first, claimed = redis.call('ZRANGE', turns, 0, most - 1, 'WITHSCORES'), {}
  for i = 2, together(first), 2 do
    lane.claims[i / 2] = whole(tonumber(first[i]))
    claimed[i - 1], claimed[i] = lane.claims[i / 2], first[i - 1]
  end
  if #first == 0 then lane.attempts = 0 end
  return claimed
end
local function claimed_of(chat, turns, most)
  local lane = lanes[chat]
  if lane.stopped then
    dropped = dropped + taken_off(turns, lane.claims)
    lane.stopped, lane.overtaken, lane.claims = false, false, {}
  end
  if #lane.claims > 0 then return claimed_again(lane, turns) end
  changed[#changed + 1] = chat
  return claimed_first(lane, turns, most)
end

local function is_fresh(lane, by)
  return lane and lane.state == 'x' and '@' .. lane.worker == by
    and #lane.claims == 0 and not lane.stopped
end
local function open(chat, key, arg)
  local lane, fence = lanes[chat], ARGV[arg + 1]
  if not (holds(lane, fence) or is_fresh(lane, fence)) then return false end
  local turns, outbox, settings, log = unpack(KEYS, key, key + 3)
  local meta, states, reply_ids, cards, index = unpack(KEYS, key + 4, key + 8)
  local number = ARGV[arg + 3]
  local reply = redis.call('HGETALL', outbox)
  local claimed = #reply == 0 and claimed_of(chat, turns, tonumber(ARGV[arg + 2])) or {}
  local chosen, current = redis.call('HGETALL', settings), '1'
  for i = 1, #chosen, 2 do
    if chosen[i] == 'conversation' then current = chosen[i + 1] end
  end
  local memory = false
  if number == current and #claimed > 0 then
    memory = read_memory(log, meta, states, reply_ids, cards, index, number,
      {unpack(ARGV, arg + 4, arg + 9)})
  end
  return {claimed, reply, chosen, memory, lane.fence}
end

local answers = {}
for i, chat in ipairs(chats) do answers[i] = guarded(open, chat, 9 * i - 6, 10 * i - 9) end
wait_no_more(waiting, dropped)
write_lanes(own, lanes, changed)
return answers
