-- Read a leased lane: the turns to answer, or the outbox to deliver.
-- KEYS: own turns outbox settings waiting log meta states reply_ids
-- ARGV: chat, fence, most turns, number of the conversation whose memory is wanted as well or "",
--       then what is known of that memory, as load_memory takes it
-- Result: nil when the lease was lost, else {{update id, turn, ...}, {outbox field, value, ...},
--         {settings field, value, ...}, memory as read_memory gives it or nil: only with turns,
--         and when this is the chat's conversation}
-- Atomic: the turns given are noted as being answered; one that was stopped before is dropped.
-- Repeating it gives the same turns.
local own, turns, outbox, settings, waiting, log, meta, states, reply_ids = unpack(KEYS)
local chat, fence, most, number = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local lane = read_lane(own, chat)
if not holds(lane, fence) then return false end

local claimed = {}
local function claim_again()
  for _, id in ipairs(lane.claims) do
    for _, turn in ipairs(redis.call('ZRANGEBYSCORE', turns, id, id)) do
      claimed[#claimed + 1] = id
      claimed[#claimed + 1] = turn
    end
  end
end
-- Who wrote a turn and how long it is; nil for a command and for what cannot be read.
local function speaker(turn)
  local readable, read = pcall(cjson.decode, turn)
  if not readable or type(read) ~= 'table' or type(read.text) ~= 'string' then return nil end
  if type(read.command) == 'string' and read.command ~= '' then return nil end
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
local function claim_first()
  local first = redis.call('ZRANGE', turns, 0, most - 1, 'WITHSCORES')
  for i = 2, together(first), 2 do
    lane.claims[i / 2] = whole(tonumber(first[i]))
    claimed[i - 1], claimed[i] = lane.claims[i / 2], first[i - 1]
  end
  if #first == 0 then lane.attempts = 0 end
  write_lane(own, chat, lane)
end

local reply = redis.call('HGETALL', outbox)
if #reply == 0 then
  if lane.stopped then
    take_off(turns, waiting, lane.claims)
    lane.stopped, lane.claims = false, {}
  end
  if #lane.claims == 0 then claim_first() else claim_again() end
end

local chosen, current = redis.call('HGETALL', settings), '1'
for i = 1, #chosen, 2 do
  if chosen[i] == 'conversation' then current = chosen[i + 1] end
end
local memory = false
if number == current and #claimed > 0 then
  memory = read_memory(log, meta, states, reply_ids, number, {unpack(ARGV, 5)})
end
return {claimed, reply, chosen, memory}
