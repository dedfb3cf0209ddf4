-- Read what is new of a conversation's vectors.
-- KEYS: vectors meta
-- ARGV: what is known: number of the newest "(number", or "-inf"; and the mark as it was read
-- Result: mark, model ('' for none), then number and packed vectors, number, ...; all of them when
--         the mark is another than the known one
-- Atomic: one moment's view, so that no vectors of two models come together.
local vectors, meta = unpack(KEYS)
local since = redis.call('HMGET', meta, 'embedded', 'expired')
local mark, newest = (since[1] or '') .. ':' .. (since[2] or ''), ARGV[1]
if mark ~= ARGV[2] then newest = '-inf' end
local found = {mark, redis.call('HGET', meta, 'embedder') or ''}
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', vectors, newest, '+inf')) do
  local number, packed = entry:match('^(%d+):(.*)$')
  found[#found + 1], found[#found + 2] = number, packed
end
return found
