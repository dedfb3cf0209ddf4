-- Keep exchanges' vectors beside the log.
-- KEYS: log vectors meta
-- ARGV: model, number, packed vectors, number, ...
-- Result: how many were not there before
-- Atomic: only what is in the log at this moment is kept, so that nothing outlives what was
-- removed; the first of another model takes the place of all. Repeating it changes nothing.
local log, vectors, meta = unpack(KEYS)
if redis.call('HGET', meta, 'embedder') ~= ARGV[1] then
  redis.call('DEL', vectors)
  redis.call('HSET', meta, 'embedder', ARGV[1], 'embedded', new_mark())
end
local added = 0
for i = 2, #ARGV, 2 do
  local number = ARGV[i]
  if redis.call('ZCOUNT', log, number, number) > 0
    and redis.call('ZCOUNT', vectors, number, number) == 0 then
    added = added + redis.call('ZADD', vectors, number, number .. ':' .. ARGV[i + 1])
  end
end
return added
