-- Take a message, unless its holder sent too many lately.
-- KEYS: pace pace_told
-- ARGV: update id, most messages, ms within which they are counted
-- Result: {1, 0, 0}, or {0, ms until one is taken again, 1 if that is to be told}
-- Atomic: messages that come at one time are counted one after the other. Repeating it gives the
-- same answer; refused messages are not counted.
local pace, told = unpack(KEYS)
local id, most, window = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now = now_ms()
redis.call('ZREMRANGEBYSCORE', pace, '-inf', score(now - window))
if redis.call('ZSCORE', pace, id) then return {1, 0, 0} end
if redis.call('ZCARD', pace) < most then
  redis.call('ZADD', pace, score(now), id)
  redis.call('PEXPIRE', pace, window)
  return {1, 0, 0}
end
local first = redis.call('ZRANGE', pace, 0, 0, 'WITHSCORES')[2] or now
redis.call('SET', told, id, 'NX', 'PX', window)
local tell = redis.call('GET', told) == id and 1 or 0
return {0, math.ceil(tonumber(first) + window - now), tell}
