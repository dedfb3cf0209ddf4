-- Free a lane when delivery is over.
-- KEYS: own lease turns outbox ready wake reply_ids waiting
-- ARGV: chat, fence, message ids of the reply's last part ...
-- Result: 1, or 0 when the lease was lost (nothing changes)
-- Atomic: the outbox empties, its message ids and these stay with the exchange, and the lane goes
-- to the end of the line or is forgotten. A stopped turn that was not committed is dropped.
local own, leases, turns, outbox, ready, wake, reply_ids, waiting = unpack(KEYS)
local chat, fence = ARGV[1], ARGV[2]
local lane = read_lane(own, chat)
if not holds(lane, fence) then return 0 end

local delivered = redis.call('HGETALL', outbox)
local number, conversation, parts = '', nil, {}
for i = 1, #delivered, 2 do
  local field, value = delivered[i], delivered[i + 1]
  local part = string.match(field, '^sent:(%d+)$')
  if part then
    parts[#parts + 1] = {tonumber(part), string.match(value, '%[(.*)%]')}
  elseif field == 'number' then
    number = value
  elseif field == 'conversation' then
    conversation = value
  end
end
if number ~= '' then
  table.sort(parts, function(a, b) return a[1] < b[1] end)
  local ids = {}
  for _, part in ipairs(parts) do
    if part[2] ~= '' then ids[#ids + 1] = part[2] end
  end
  for i = 3, #ARGV do ids[#ids + 1] = ARGV[i] end
  if #ids > 0 then
    local field = conversation .. ':' .. number
    redis.call('HSET', reply_ids, field, '[' .. table.concat(ids, ',') .. ']')
  end
end
if #delivered > 0 then
  redis.call('DEL', outbox)
elseif lane.stopped then
  take_off(turns, waiting, lane.claims)
  lane.attempts = 0
end
free_lane(own, leases, turns, ready, wake, chat, lane, false)
return 1
