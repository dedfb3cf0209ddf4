-- Let nothing out of a bucket for a while.
-- KEYS: sends_of_chat
-- ARGV: microseconds, counted until the bucket will be full
-- Result: 1
-- Atomic: a longer wait that somebody noted before stays. Repeating it makes the wait begin anew.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now + tonumber(ARGV[1]))
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
return 1
