-- The chats to which nothing can be delivered.
-- KEYS: closed
-- Result: {chat, ...}
-- Atomic: one look, nothing changes.
local closed = unpack(KEYS)
return redis.call('HKEYS', closed)
