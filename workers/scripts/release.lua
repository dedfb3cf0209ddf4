-- Free a lane when delivery is over.
-- KEYS: own lease turns outbox ready wake reply_ids waiting
-- ARGV: chat, fence
-- Result: 1, or 0 when the lease was lost (nothing changes)
-- Atomic: the outbox empties, its message ids stay with the exchange, and the lane goes to the
-- end of the line or is forgotten. A stopped turn that was not committed is dropped.
local own, leases, turns, outbox, ready, wake, reply_ids, waiting = unpack(KEYS)
local chat, fence = ARGV[1], ARGV[2]
local lane = read_lane(own, chat)
if not holds(lane, fence) then return 0 end

local number = redis.call('HGET', outbox, 'number')
if number and number ~= '' then
  local parts = {}
  local fields = redis.call('HGETALL', outbox)
  for i = 1, #fields, 2 do
    local part = string.match(fields[i], '^sent:(%d+)$')
    if part then parts[#parts + 1] = {tonumber(part), string.match(fields[i + 1], '%[(.*)%]')} end
  end
  table.sort(parts, function(a, b) return a[1] < b[1] end)
  local ids = {}
  for _, part in ipairs(parts) do
    if part[2] ~= '' then ids[#ids + 1] = part[2] end
  end
  if #ids > 0 then
    local field = redis.call('HGET', outbox, 'conversation') .. ':' .. number
    redis.call('HSET', reply_ids, field, '[' .. table.concat(ids, ',') .. ']')
  end
end
if redis.call('DEL', outbox) == 0 and lane.stopped then
  take_off(turns, waiting, lane.claims)
  lane.attempts = 0
end
free_lane(own, leases, turns, outbox, ready, wake, chat, lane)
return 1
