-- Store a tended memory.
-- KEYS: meta states
-- ARGV: watermark seen, version seen, new watermark, who (the same for the same result),
--       kind, state, kind, state, ...
-- Result: 1, or 0 when somebody else committed first (nothing changes)
-- Atomic: watermark, version and states move together. Repeated by the same it says 1 again.
local meta, states = unpack(KEYS)
local watermark = redis.call('HGET', meta, 'watermark') or '0'
local version = redis.call('HGET', meta, 'version') or '0'
local who = redis.call('HGET', meta, 'by')
if tonumber(version) == tonumber(ARGV[2]) + 1 and who == ARGV[4] then return 1 end
if watermark ~= ARGV[1] or version ~= ARGV[2] then return 0 end
redis.call('HSET', meta, 'watermark', ARGV[3], 'version', tonumber(version) + 1, 'by', ARGV[4],
  'tended', new_mark())
for i = 5, #ARGV, 2 do redis.call('HSET', states, ARGV[i], ARGV[i + 1]) end
return 1
