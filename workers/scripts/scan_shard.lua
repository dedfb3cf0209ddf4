-- Names of a shard's keys, a page at a time.
-- KEYS: own
-- ARGV: cursor, pattern, about how many names to look at
-- Result: {next cursor, name, name, ...}
-- Atomic: one look, nothing changes and no key is read: the declared one only says on which
-- server of a cluster to look.
local cursor, pattern, about = unpack(ARGV)
local page = redis.call('SCAN', cursor, 'MATCH', pattern, 'COUNT', about)
return {page[1], unpack(page[2])}
