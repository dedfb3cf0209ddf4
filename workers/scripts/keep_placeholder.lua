-- Keep which message holds a reply while it streams.
-- KEYS: placeholder
-- ARGV: message id or 0 for none, question's message id, which reply it holds or "", seconds
-- Result: 1, or 0 when that of a later try at the same question is kept, which stays
-- Atomic: ids only grow in a chat, so that a worker that wakes up late changes nothing. Repeating
-- it keeps the same.
local id, question = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept_id, kept_question = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)')
if id > 0 and tonumber(kept_question) == question and tonumber(kept_id) > id then return 0 end
local holds = ARGV[3] ~= '' and ' ' .. ARGV[3] or ''
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2] .. holds, 'EX', ARGV[4])
return 1
