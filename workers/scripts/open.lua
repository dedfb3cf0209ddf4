-- Read a leased lane: the turns to answer, or the outbox to deliver.
-- KEYS: own turns outbox settings waiting
-- ARGV: chat, fence, most turns
-- Result: nil when the lease was lost, else {{update id, turn, ...}, {outbox field, value, ...},
--         {settings field, value, ...}}
-- Atomic: the turns given are noted as being answered; one that was stopped before is dropped.
-- Repeating it gives the same turns.
local own, turns, outbox, settings, waiting = unpack(KEYS)
local chat, fence, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local lane = read_lane(own, chat)
if not holds(lane, fence) then return false end

local claimed = {}
local reply = redis.call('HGETALL', outbox)
if #reply == 0 then
  if lane.stopped then
    take_off(turns, waiting, lane.claims)
    lane.stopped, lane.claims = false, {}
  end
  if #lane.claims == 0 then
    local first = redis.call('ZRANGE', turns, 0, most - 1, 'WITHSCORES')
    for i = 2, #first, 2 do lane.claims[i / 2] = whole(tonumber(first[i])) end
  end
  if #lane.claims == 0 then lane.attempts = 0 end
  write_lane(own, chat, lane)
  for _, id in ipairs(lane.claims) do
    for _, turn in ipairs(redis.call('ZRANGEBYSCORE', turns, id, id)) do
      claimed[#claimed + 1] = id
      claimed[#claimed + 1] = turn
    end
  end
end
return {claimed, reply, redis.call('HGETALL', settings)}
