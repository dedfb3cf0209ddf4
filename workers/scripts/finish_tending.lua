-- End a tending: done, or again after a back-off.
-- KEYS: tending tending_lease tending_own wake
-- ARGV: conversation, fence, back-off ms ("0": given back, no attempt) or "" when done
-- Result: 1, or 0 when the lease was lost (nothing changes)
-- Atomic: a request that came meanwhile puts the conversation in line again. Repeating it
-- changes nothing.
local tending, leases, own, wake = unpack(KEYS)
local conversation, fence, back_off = unpack(ARGV)
if not tends(leases, own, conversation, fence) then return 0 end
local record = read_tending(own, conversation)
redis.call('ZREM', leases, conversation)
if back_off ~= '' then
  redis.call('ZADD', tending, score(now_ms() + tonumber(back_off)), conversation)
  if back_off ~= '0' then record.attempts = record.attempts + 1 end
  record.again = false
  write_tending(own, conversation, record)
else
  redis.call('HDEL', own, conversation)
  if record.again then
    redis.call('ZADD', tending, score(now_ms()), conversation)
    wake_somebody(wake)
  end
end
return 1
