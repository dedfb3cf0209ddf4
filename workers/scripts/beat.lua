-- Renew leases.
-- KEYS: own lease
-- ARGV: lease ms, chat, fence, chat, fence, ...
-- Result: one of 0 renewed, 1 lost, 2 renewed but its turn was stopped, for each pair
-- Atomic: a lease is renewed only while it is held; repeating it renews again.
local own, leases = unpack(KEYS)
local until_ms = score(now_ms() + tonumber(ARGV[1]))

local answers = {}
for i = 2, #ARGV, 2 do
  local lane = read_lane(own, ARGV[i])
  if holds(lane, ARGV[i + 1]) then
    redis.call('ZADD', leases, 'XX', until_ms, ARGV[i])
    answers[#answers + 1] = lane.stopped and 2 or 0
  else
    answers[#answers + 1] = 1
  end
end
return answers
