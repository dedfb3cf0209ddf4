-- Renew a tending lease.
-- KEYS: tending_lease tending_own
-- ARGV: conversation, fence, lease ms
-- Result: 1, or 0 when it was lost
-- Atomic: renewed only while it is held; repeating it renews again.
local leases, own = unpack(KEYS)
if not tends(leases, own, ARGV[1], ARGV[2]) then return 0 end
redis.call('ZADD', leases, 'XX', score(now_ms() + tonumber(ARGV[3])), ARGV[1])
return 1
