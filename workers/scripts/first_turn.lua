-- How long ago the first turn on a lane came.
-- KEYS: turns seen
-- Result: ms, -1 when there is none or nobody remembers
-- Atomic: one look, nothing changes.
local turns, seen = unpack(KEYS)
local first = redis.call('ZRANGE', turns, 0, 0, 'WITHSCORES')[2]
if not first then return -1 end
local came = redis.call('ZSCORE', seen, whole(tonumber(first)))
if not came then return -1 end
return math.max(0, math.floor(now_ms() - tonumber(came)))
