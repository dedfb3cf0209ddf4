-- Lease lanes that are ready; due retries and expired leases come back first.
-- KEYS: ready lease delay own wake fence tending tending_lease
-- ARGV: worker, most, lease ms
-- Result: {ms until something falls due or -1, 1 if a memory waits to be tended,
--          chat, fence, attempts, chat, ...}
-- Atomic: a lane moves from one holder to the next with a new fence; never has two. When the
-- reply is lost the leases expire and come back.
local ready, leases, delay, own, wake, fence_key, tending, tending_leases = unpack(KEYS)
local worker, most, lease_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now = now_ms()

for _, chat in ipairs(redis.call('ZRANGEBYSCORE', delay, '-inf', score(now), 'LIMIT', 0, 64)) do
  redis.call('ZREM', delay, chat)
  local lane = read_lane(own, chat) or new_lane()
  lane.state = 'r'
  write_lane(own, chat, lane)
  redis.call('RPUSH', ready, chat)
end

local expired = redis.call('ZRANGEBYSCORE', leases, '-inf', score(now), 'LIMIT', 0, 64)
for i = #expired, 1, -1 do -- the one that waited longest ends up first
  local chat = expired[i]
  redis.call('ZREM', leases, chat)
  local lane = read_lane(own, chat) or new_lane()
  lane.state, lane.fence, lane.attempts = 'r', '0', lane.attempts + 1
  write_lane(own, chat, lane)
  redis.call('LPUSH', ready, chat)
end

local answer = {0, 0}
local function give(chats)
  local lanes, records, until_ms = redis.call('HMGET', own, unpack(chats)), {}, {}
  local fence, expires = next_fences(fence_key, #chats), score(now + lease_ms)
  for i, chat in ipairs(chats) do
    local lane = lane_of(lanes[i]) or new_lane()
    lane.state, lane.fence, lane.worker = 'x', whole(fence + i - 1), worker
    if lane.stopped or lane.overtaken then
      lane.attempts = 0 -- its turn is dropped when the lane is opened, or is not the first any more
    end
    if not lane.stopped then lane.claims = {} end
    records[2 * i - 1], records[2 * i] = chat, record_of(lane)
    until_ms[2 * i - 1], until_ms[2 * i] = expires, chat
    answer[#answer + 1] = chat
    answer[#answer + 1] = lane.fence
    answer[#answer + 1] = lane.attempts
  end
  redis.call('HSET', own, unpack(records))
  redis.call('ZADD', leases, unpack(until_ms))
end
while most > 0 do
  local some = math.min(most, 1000) -- so many fit on Lua's stack
  local chats = redis.call('LPOP', ready, some) or {}
  if #chats > 0 then give(chats) end
  most = #chats == some and most - some or 0
end
if redis.call('LLEN', ready) > 0 then wake_somebody(wake) end

-- Lanes left over by the limits above are due at once; a memory to tend is told apart.
local next_due, tend = -1, 0
local function look_at(key, from)
  local first = redis.call('ZRANGEBYSCORE', key, from, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  if not first then return end
  local due = math.max(0, math.ceil(tonumber(first) - now))
  if next_due < 0 or due < next_due then next_due = due end
end
look_at(delay, '-inf')
look_at(leases, '-inf')
for _, key in ipairs({tending, tending_leases}) do
  look_at(key, '(' .. score(now))
  if redis.call('ZCOUNT', key, '-inf', score(now)) > 0 then tend = 1 end
end
answer[1], answer[2] = next_due, tend
return answer
