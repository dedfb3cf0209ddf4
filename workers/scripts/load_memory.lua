-- Read a conversation's memory.
-- KEYS: log meta states reply_ids
-- ARGV: conversation number
-- Result: {{meta field, value, ...}, {exchange, its number, ...}, {kind, state, ...},
--          {message ids or nil for each exchange}}
-- Atomic: one moment's view, so that log, watermark and states fit together.
local log, meta, states, reply_ids = unpack(KEYS)
local exchanges = redis.call('ZRANGE', log, 0, -1, 'WITHSCORES')
local delivered = {}
for i = 2, #exchanges, 2 do
  local field = ARGV[1] .. ':' .. whole(tonumber(exchanges[i]))
  delivered[i / 2] = redis.call('HGET', reply_ids, field)
end
return {redis.call('HGETALL', meta), exchanges, redis.call('HGETALL', states), delivered}
