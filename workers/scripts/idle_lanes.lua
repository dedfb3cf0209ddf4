-- Which of these chats' lanes count as idle.
-- KEYS: own
-- ARGV: chats ...
-- Result: {chat, ...}
-- Atomic: one look, nothing changes.
local own = KEYS[1]
local idle = {}
for _, chat in ipairs(ARGV) do
  if redis.call('HEXISTS', own, chat) == 0 then idle[#idle + 1] = chat end
end
return idle
