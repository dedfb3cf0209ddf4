-- Finish turns: off the lane, into the log, the reply into the outbox.
-- KEYS: own waiting tending tending_lease tending_own wake
-- KEYS of each: turns outbox settings log meta cards
-- ARGV: of each: how many arguments follow for it, chat, fence, "c" if the reply is cut, "t" to ask
--       for tending and "n" with the number of an exchange that was replaced, reply, exchange
--       number or "", exchange, its card or "", conversation number,
--       "conversation recipe\nmore" that the chat is at from now on or "", update ids ...
-- Result: of each ok | followed (ok, and other turns wait) | already | stale | cancelled | conflict
-- Atomic: all of it or nothing; the lane stays leased. Repeated it says already. A
-- stopped turn is committed only with a cut reply.
local own, waiting, tending, tending_leases, tending_own, wake = unpack(KEYS, 1, 6)
local chats, starts, at = {}, {}, 1
while at < #ARGV do
  chats[#chats + 1], starts[#starts + 1] = ARGV[at + 1], at
  at = at + 1 + ARGV[at]
end
local lanes, changed, taken = read_lanes(own, chats), {}, 0

local function commit(chat, key, arg)
  local turns, outbox, settings, log, meta, cards = unpack(KEYS, key, key + 5)
  local fence, flags, reply, number, exchange = unpack(ARGV, arg + 2, arg + 6)
  local conversation, chosen, lane = ARGV[arg + 8], ARGV[arg + 9], lanes[chat]
  if not holds(lane, fence) then return 'stale' end
  if redis.call('EXISTS', outbox) == 1 then return 'already' end
  if lane.stopped and not string.find(flags, 'c') then return 'cancelled' end
  if number ~= '' then
    if tonumber(number) ~= tonumber(redis.call('HGET', meta, 'last') or '0') + 1 then
      return 'conflict'
    end
    if ARGV[arg + 7] ~= '' then redis.call('HSET', cards, number, ARGV[arg + 7]) end
    redis.call('ZADD', log, number, exchange)
    redis.call('HSET', meta, 'last', number, 'at', fence)
  end
  if chosen ~= '' then
    local next_one, recipe, more = string.match(chosen, '^(%d+) ([^\n]*)\n(.*)$')
    redis.call('HSET', settings, 'conversation', next_one, 'recipe', recipe)
    if more == '' then redis.call('HDEL', settings, 'more')
    else redis.call('HSET', settings, 'more', more) end
  end
  local of = number ~= '' and number or string.match(flags, 'n(%d+)') or ''
  redis.call('HSET', outbox, 'reply', reply, 'conversation', conversation, 'number', of)
  taken = taken + taken_off(turns, {unpack(ARGV, arg + 10, arg + ARGV[arg])})
  lane.attempts, lane.stopped, lane.claims = 0, false, {}
  changed[#changed + 1] = chat
  if string.find(flags, 't') then
    ask_tending(tending, tending_leases, tending_own, chat .. '#' .. conversation)
    wake_somebody(wake)
  end
  return redis.call('EXISTS', turns) == 1 and 'followed' or 'ok'
end

local answers = {}
for i, chat in ipairs(chats) do answers[i] = guarded(commit, chat, 6 * i + 1, starts[i]) end
wait_no_more(waiting, taken)
write_lanes(own, lanes, changed)
return answers
