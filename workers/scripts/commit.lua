-- Finish turns: off the lane, into the log, the reply into the outbox.
-- KEYS: own turns outbox waiting settings log meta tending tending_lease tending_own wake
-- ARGV: chat, fence, 1 if the reply is cut, reply, exchange number or "", exchange,
--       conversation number, 1 if settings change, their conversation, their recipe,
--       1 to ask for tending, conversation, update ids ...
-- Result: ok | already | stale | cancelled | conflict
-- Atomic: all of it or nothing; the lane stays leased. Repeated after ok it says already. A
-- stopped turn is committed only with a cut reply.
local own, turns, outbox, waiting, settings, log, meta = unpack(KEYS)
local tending, tending_leases, tending_own, wake = unpack(KEYS, 8)
local chat, fence, cut, reply, number, exchange = unpack(ARGV)
local lane = read_lane(own, chat)
if not holds(lane, fence) then return 'stale' end
if redis.call('EXISTS', outbox) == 1 then return 'already' end
if lane.stopped and cut ~= '1' then return 'cancelled' end
if number ~= '' and tonumber(number) ~= tonumber(redis.call('HGET', meta, 'last') or '0') + 1 then
  return 'conflict'
end

if number ~= '' then
  redis.call('ZADD', log, number, exchange)
  redis.call('HSET', meta, 'last', number)
end
if ARGV[8] == '1' then
  redis.call('HSET', settings, 'conversation', ARGV[9], 'recipe', ARGV[10])
end
local ids = {}
for i = 13, #ARGV do ids[#ids + 1] = ARGV[i] end
redis.call('HSET', outbox, 'reply', reply, 'conversation', ARGV[7], 'number', number)
take_off(turns, waiting, ids)
lane.attempts, lane.stopped, lane.claims = 0, false, {}
write_lane(own, chat, lane)
if ARGV[11] == '1' then
  ask_tending(tending, tending_leases, tending_own, ARGV[12])
  wake_somebody(wake)
end
return 'ok'
