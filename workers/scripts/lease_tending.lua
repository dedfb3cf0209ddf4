-- Lease conversations whose memory waits to be tended; expired leases come back.
-- KEYS: tending tending_lease tending_own fence
-- ARGV: worker, most, lease ms
-- Result: {conversation, fence, attempts, conversation, ...}, longest waiting first
-- Atomic: a conversation has one tender, with a new fence. When the reply is lost the leases
-- expire and come back.
local tending, leases, own, fence_key = unpack(KEYS)
local worker, most, lease_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now = now_ms()

for _, lost in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', score(now), 'LIMIT', 0, 64)) do
  redis.call('ZREM', leases, lost)
  local record = read_tending(own, lost)
  record.attempts, record.again, record.fence = record.attempts + 1, false, '0'
  write_tending(own, lost, record)
  redis.call('ZADD', tending, score(now), lost)
end

local given = {}
local due = redis.call('ZRANGEBYSCORE', tending, '-inf', score(now), 'LIMIT', 0, most)
local fence = #due > 0 and next_fences(fence_key, #due, now)
for i, conversation in ipairs(due) do
  redis.call('ZREM', tending, conversation)
  local record = read_tending(own, conversation)
  record.fence, record.again, record.worker = whole(fence + i - 1), false, worker
  write_tending(own, conversation, record)
  redis.call('ZADD', leases, score(now + lease_ms), conversation)
  given[#given + 1] = conversation
  given[#given + 1] = record.fence
  given[#given + 1] = record.attempts
end
return given
