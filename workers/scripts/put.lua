-- Put a turn on its chat's lane, once per update id.
-- KEYS: turns seen ready own wake waiting delay closed outbox
-- ARGV: chat, update id, turn, most waiting in the chat, most waiting in the shard, ms for which
--       an idle lane waits for what belongs to the turn, the most it may wait in all
-- Result: stored | duplicate | chat_full | busy
-- Atomic: the duplicate and limit checks, the turn stored, the lane made ready or held. A
-- refused turn changes nothing, so that it may come again.
local turns, seen, ready, own, wake, waiting, delay, closed, outbox = unpack(KEYS)
local chat, id, turn, hold, longest = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[6]), tonumber(ARGV[7])
local now = now_ms()

-- By arrival, not by id: Telegram may begin anew at a lower id after a quiet week.
if redis.call('ZADD', seen, 'NX', score(now), id) == 0 then return 'duplicate' end
local waits = redis.call('ZCARD', turns)
if waits > 0 and redis.call('ZCOUNT', turns, id, id) > 0 then return 'duplicate' end
local refused = waits >= tonumber(ARGV[4]) and 'chat_full'
  or tonumber(redis.call('GET', waiting) or '0') >= tonumber(ARGV[5]) and 'busy'
if refused then
  redis.call('ZREM', seen, id)
  return refused
end

redis.call('ZADD', turns, id, turn)
redis.call('INCR', waiting)
redis.call('HDEL', closed, chat) -- whoever writes can be answered
redis.call('ZREMRANGEBYRANK', seen, 0, -129)
redis.call('PEXPIRE', seen, 172800000)

-- A held lane waits like one in back-off, but with no lease's fence.
local lane = read_lane(own, chat)
local held = lane and lane.state == 'w' and lane.fence == '0'
if lane and not held then
  if goes_ahead(lane, id) then
    write_lane(own, chat, lane)
  elseif #lane.claims == 0 and lane.attempts > 0
      and redis.call('ZRANGE', turns, 0, 0, 'WITHSCORES')[2] == id
      and redis.call('EXISTS', outbox) == 0 then
    lane.attempts = 0 -- not opened yet: they were counted for what is not the first any more
    write_lane(own, chat, lane)
  end
  return 'stored'
end
if hold > 0 then
  local first = now
  local ids = held and redis.call('ZRANGE', turns, 0, -1, 'WITHSCORES') or {}
  for i = 2, #ids, 2 do
    local came = redis.call('ZSCORE', seen, whole(tonumber(ids[i])))
    if came then first = math.min(first, tonumber(came)) end
  end
  redis.call('ZADD', delay, 'GT', score(math.min(now + hold, first + longest)), chat)
else
  if held then redis.call('ZREM', delay, chat) end
  redis.call('RPUSH', ready, chat)
end
lane = new_lane()
lane.state = hold > 0 and 'w' or 'r'
write_lane(own, chat, lane)
wake_somebody(wake, chat) -- also for a held one, so that somebody learns when it falls due
return 'stored'
