-- Put a turn on its chat's lane, once per update id.
-- KEYS: turns seen ready own wake waiting
-- ARGV: chat, update id, turn, most waiting in the chat, most waiting in the shard
-- Result: stored | duplicate | chat_full | busy
-- Atomic: the duplicate and limit checks, the turn stored, the lane made ready. A refused turn
-- changes nothing, so that it may come again.
local turns, seen, ready, own, wake, waiting = unpack(KEYS)
local chat, id, turn = ARGV[1], ARGV[2], ARGV[3]

if redis.call('ZSCORE', seen, id) then return 'duplicate' end
local waits = redis.call('ZCARD', turns)
if waits > 0 and redis.call('ZCOUNT', turns, id, id) > 0 then return 'duplicate' end
if waits >= tonumber(ARGV[4]) then return 'chat_full' end
if tonumber(redis.call('GET', waiting) or '0') >= tonumber(ARGV[5]) then return 'busy' end

redis.call('ZADD', turns, id, turn)
redis.call('INCR', waiting)
-- By arrival, not by id: Telegram may begin anew at a lower id after a quiet week.
redis.call('ZADD', seen, score(now_ms()), id)
redis.call('ZREMRANGEBYRANK', seen, 0, -129)
redis.call('PEXPIRE', seen, 172800000)
if redis.call('HEXISTS', own, chat) == 0 then
  write_lane(own, chat, new_lane())
  redis.call('RPUSH', ready, chat)
  wake_somebody(wake)
end
return 'stored'
