-- Put a conversation in line for tending.
-- KEYS: tending tending_lease tending_own wake
-- ARGV: conversation
-- Result: 1
-- Atomic: in line, or noted with the tending that runs. Asking twice is asking once.
local tending, leases, own, wake = unpack(KEYS)
ask_tending(tending, leases, own, ARGV[1])
wake_somebody(wake)
return 1
