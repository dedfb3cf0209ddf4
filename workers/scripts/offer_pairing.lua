-- Put a pairing code in force, unless one is.
-- KEYS: pairing
-- ARGV: code, ms for which the code in force lasts from now on
-- Result: the code in force
-- Atomic: of several processes that start at once, all learn the same code.
local pairing = unpack(KEYS)
local code = redis.call('GET', pairing) or ARGV[1]
redis.call('SET', pairing, code, 'PX', ARGV[2])
return code
