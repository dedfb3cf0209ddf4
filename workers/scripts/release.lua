-- Free lanes when delivery is over.
-- KEYS: own lease ready wake waiting delay
-- KEYS of each: turns outbox reply_ids seen
-- ARGV: of each: how many arguments follow for it, chat, fence, message ids of the reply's last
--       part ...
-- Result: of each 1, or 0 when the lease was lost (nothing changes)
-- Atomic: the outbox empties, its message ids and these stay with the exchange, and the lane goes
-- to the end of the line, is held like one that was idle, or is forgotten. A stopped turn that was
-- not committed is dropped.
local own, leases, ready, wake, waiting, delay = unpack(KEYS, 1, 6)
local chats, starts, at = {}, {}, 1
while at < #ARGV do
  chats[#chats + 1], starts[#starts + 1] = ARGV[at + 1], at
  at = at + 1 + ARGV[at]
end
local lanes, freed, in_line, held, dropped = read_lanes(own, chats), {}, {}, {}, 0

-- With the message ids of the parts that were marked sent before.
local function keep_message_ids(reply_ids, outbox, number, last_ids)
  local parts, ids = {}, {}
  for i = 1, #outbox, 2 do
    local part = string.match(outbox[i], '^sent:(%d+)$')
    if part then
      parts[#parts + 1] = {tonumber(part), string.match(outbox[i + 1], '%[(.*)%]')}
    end
  end
  table.sort(parts, function(a, b) return a[1] < b[1] end)
  for _, part in ipairs(parts) do
    if part[2] ~= '' then ids[#ids + 1] = part[2] end
  end
  for _, id in ipairs(last_ids) do ids[#ids + 1] = id end
  if #ids > 0 then redis.call('HSET', reply_ids, number, '[' .. table.concat(ids, ',') .. ']') end
end

local function release(chat, key, arg)
  local turns, outbox, reply_ids = KEYS[key], KEYS[key + 1], KEYS[key + 2]
  local lane = lanes[chat]
  if not holds(lane, ARGV[arg + 2]) then return 0 end
  local delivered = redis.call('HGETALL', outbox)
  local of = {number = '', conversation = ''}
  for i = 1, #delivered, 2 do of[delivered[i]] = delivered[i + 1] end
  if of.number ~= '' then
    keep_message_ids(reply_ids, delivered, of.conversation .. ':' .. of.number,
      {unpack(ARGV, arg + 3, arg + ARGV[arg])})
  end
  if #delivered > 0 then
    redis.call('DEL', outbox)
  elseif lane.stopped then
    dropped = dropped + taken_off(turns, lane.claims)
  end
  lane.attempts = 0 -- also those of the delivery, which are no attempts at the next turn
  local newest = redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')
  local until_ms = newest[1] and held_until(KEYS[key + 3], newest)
  lane.state, lane.fence, lane.stopped, lane.claims = until_ms and 'w' or 'r', '0', false, {}
  if until_ms then
    held[#held + 1] = score(until_ms)
    held[#held + 1] = chat
  elseif newest[1] then
    in_line[#in_line + 1] = chat
  else
    lanes[chat] = nil
  end
  freed[#freed + 1] = chat
  return 1
end

local answers = {}
for i, chat in ipairs(chats) do answers[i] = guarded(release, chat, 4 * i + 3, starts[i]) end
wait_no_more(waiting, dropped)
write_lanes(own, lanes, freed)
if #freed > 0 then redis.call('ZREM', leases, unpack(freed)) end
if #in_line > 0 then redis.call('RPUSH', ready, unpack(in_line)) end
if #held > 0 then redis.call('ZADD', delay, unpack(held)) end
if #in_line + #held > 0 then wake_somebody(wake) end
return answers
