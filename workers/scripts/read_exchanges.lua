-- Read some exchanges of a conversation.
-- KEYS: log reply_ids
-- ARGV: conversation number, number, number, ...
-- Result: {{exchange, its number, ...}, {message ids or nil for each exchange}}, without those
--         that are not in the log
-- Atomic: one look, nothing changes.
local log, reply_ids = unpack(KEYS)
local found = {}
for i = 2, #ARGV do
  for _, exchange in ipairs(redis.call('ZRANGEBYSCORE', log, ARGV[i], ARGV[i])) do
    found[#found + 1], found[#found + 2] = exchange, ARGV[i]
  end
end
return {found, delivered_as(reply_ids, ARGV[1], found)}
