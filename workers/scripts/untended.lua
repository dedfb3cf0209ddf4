-- How much a chat's current conversation grew since it was tended, if nobody is to tend it.
-- KEYS: log meta settings tending tending_lease tending_own
-- ARGV: conversation, its number
-- Result: {last exchange number, bytes past the watermark (of 256 exchanges at most), recipe or
--          nil}; nil when it is in line or being tended, is not the chat's current one, or was
--          looked at since its last exchange
-- Atomic: one look, nothing changes.
local log, meta, settings, tending, leases, own = unpack(KEYS)
local conversation, number = unpack(ARGV)
if redis.call('ZSCORE', tending, conversation) or redis.call('ZSCORE', leases, conversation)
    or redis.call('HEXISTS', own, conversation) == 1 then
  return false
end
if (redis.call('HGET', settings, 'conversation') or '1') ~= number then return false end
local last = redis.call('HGET', meta, 'last')
if not last or redis.call('HGET', meta, 'audited') == last then return false end

local past = '(' .. (redis.call('HGET', meta, 'watermark') or '0')
local bytes = 0
for _, exchange in ipairs(redis.call('ZREVRANGEBYSCORE', log, '+inf', past, 'LIMIT', 0, 256)) do
  bytes = bytes + #exchange
end
return {last, bytes, redis.call('HGET', settings, 'recipe')}
