-- Note that a part of the outbox's reply was delivered.
-- KEYS: own outbox
-- ARGV: chat, fence, part, message ids as JSON
-- Result: 1, or 0 when the lease was lost
-- Atomic: only the holder marks. Repeating it writes the same mark.
local own, outbox = unpack(KEYS)
if not holds(read_lane(own, ARGV[1]), ARGV[2]) then return 0 end
if redis.call('EXISTS', outbox) == 1 then
  redis.call('HSET', outbox, 'sent:' .. ARGV[3], ARGV[4])
end
return 1
