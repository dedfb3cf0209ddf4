-- Note that a conversation was looked at after its last exchange, and have it tended if it must.
-- KEYS: meta tending tending_lease tending_own wake
-- ARGV: conversation, last exchange number as it was seen, 1 to have it tended
-- Result: 1 if it was put in line, else 0
-- Atomic: nothing changes when another exchange came meanwhile or somebody is to tend it by now.
-- It is put in line once after each exchange, so that a memory nobody can tend costs no more.
-- Repeating it changes nothing.
local meta, tending, leases, own, wake = unpack(KEYS)
local conversation, last, ask = unpack(ARGV)
if redis.call('HGET', meta, 'last') ~= last or redis.call('HGET', meta, 'audited') == last then
  return 0
end
if redis.call('ZSCORE', tending, conversation) or redis.call('ZSCORE', leases, conversation) then
  return 0
end
redis.call('HSET', meta, 'audited', last)
if ask ~= '1' then return 0 end
ask_tending(tending, leases, own, conversation)
wake_somebody(wake)
return 1
