-- What scripts share: the clock, and how records and lists are read and written. Each gets before
-- it what it uses of this; an empty line ends a function. Functions get the keys they touch from
-- the script, which has them from KEYS.
--
-- A lane's record in `own` is "state fence attempts stopped claims worker":
--   state r ready, w waiting for a time, x leased · stopped 1: /stop came, 2: another turn came
--   before those being answered, 3: both · claims: update ids of the turns being answered, joined
--   by commas, "-" for none. A lane is in delivery while its outbox exists.
-- A tending's record is "fence attempts again worker"; again 1: asked for while it ran.

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end

-- The clock in microseconds: unlike any mark made before, also by a server that was failed over.
local function new_mark() return string.format('%.0f', now_ms() * 1000) end

local function score(ms) return string.format('%.3f', ms) end

local function whole(number) return string.format('%.0f', number) end

local function new_lane()
  return {state = 'r', fence = '0', attempts = 0, stopped = false, overtaken = false, claims = {},
          worker = ''}
end

-- nil: idle. A record that cannot be read must not hold up the shard: it begins anew.
local function lane_of(record)
  if not record then return nil end
  local state, fence, attempts, stopped, claims, worker =
    string.match(record, '^(%a) (%d+) (%d+) (%d) (%S+) (.*)$')
  if not state then return new_lane() end
  local lane = {state = state, fence = fence, attempts = tonumber(attempts),
                stopped = stopped == '1' or stopped == '3',
                overtaken = stopped == '2' or stopped == '3', claims = {}, worker = worker}
  for id in string.gmatch(claims, '%d+') do lane.claims[#lane.claims + 1] = id end
  return lane
end

local function read_lane(own, chat) return lane_of(redis.call('HGET', own, chat)) end

local function record_of(lane)
  local claims = #lane.claims > 0 and table.concat(lane.claims, ',') or '-'
  local marks = (lane.stopped and 1 or 0) + (lane.overtaken and #lane.claims > 0 and 2 or 0)
  return lane.state .. ' ' .. lane.fence .. ' ' .. lane.attempts .. ' ' .. marks .. ' ' .. claims
    .. ' ' .. lane.worker
end

local function write_lane(own, chat, lane) redis.call('HSET', own, chat, record_of(lane)) end

-- The lanes of these chats, by chat; calls for one chat share one.
local function read_lanes(own, chats)
  local lanes = {}
  for i, record in ipairs(redis.call('HMGET', own, unpack(chats))) do
    lanes[chats[i]] = lane_of(record)
  end
  return lanes
end

-- Write the lanes of these chats, of which nil are forgotten.
local function write_lanes(own, lanes, chats)
  local kept, idle = {}, {}
  for _, chat in ipairs(chats) do
    if lanes[chat] then
      kept[#kept + 1] = chat
      kept[#kept + 1] = record_of(lanes[chat])
    else
      idle[#idle + 1] = chat
    end
  end
  if #kept > 0 then redis.call('HSET', own, unpack(kept)) end
  if #idle > 0 then redis.call('HDEL', own, unpack(idle)) end
end

local function holds(lane, fence)
  return lane and lane.state == 'x' and lane.fence == fence
end

-- What `one` gives, or what went wrong: the other calls of the script go on.
local function guarded(one, ...)
  local went_well, given = pcall(one, ...)
  if went_well then return given end
  return type(given) == 'table' and given or {err = 'ERR ' .. tostring(given)}
end

-- The first of `count` new fences, given the clock; the others are the numbers after it.
local function next_fences(key, count, now)
  local first = math.max(tonumber(redis.call('GET', key) or '0') + 1, math.floor(now * 1000))
  redis.call('SET', key, whole(first + count - 1))
  return first
end

-- `chat`: which lane there may be something to do on, if that is known.
local function wake_somebody(wake, chat)
  if redis.call('LLEN', wake) < 4 then redis.call('RPUSH', wake, chat or '') end
end

-- The turn that failed, was held or was handed back is gone: its lane begins anew, without its
-- back-off.
local function begin_anew(lane, chat, own, turns, delay, ready, wake)
  lane.fence, lane.attempts, lane.stopped, lane.claims = '0', 0, false, {}
  local waited = redis.call('ZREM', delay, chat) == 1
  if waited and redis.call('ZCARD', turns) == 0 then
    redis.call('HDEL', own, chat)
  else
    lane.state = 'r'
    write_lane(own, chat, lane)
    if waited then
      redis.call('RPUSH', ready, chat)
      wake_somebody(wake)
    end
  end
end

-- A turn came onto the lane: the attempts of those that it goes before are not its own. Tells
-- whether the lane changed.
local function goes_ahead(lane, id)
  if #lane.claims == 0 or tonumber(id) >= tonumber(lane.claims[1]) then return false end
  if lane.state == 'x' then lane.overtaken = true else lane.attempts = 0 end
  return true
end

-- Until when the newest turn of a lane, {turn, its update id}, waits for what belongs to it; nil
-- when it does not, or no more.
local function held_until(seen, newest)
  local hold = string.match(newest[1], '"hold_ms":(%d+)')
  local came = hold and redis.call('ZSCORE', seen, whole(tonumber(newest[2])))
  local until_ms = came and tonumber(came) + tonumber(hold)
  return until_ms and until_ms > now_ms() and until_ms or nil
end

-- Whether a turn tells of deleted messages: nothing takes it off its lane unheeded.
local function is_deletion(turn) return string.find(turn, '"deleted":true', 1, true) ~= nil end

-- What the turns hold, in the order of `ids`.
local function held_by(turns, ids)
  local held = {}
  for _, id in ipairs(ids) do
    for _, turn in ipairs(redis.call('ZRANGEBYSCORE', turns, id, id)) do
      held[#held + 1] = turn
    end
  end
  return held
end

-- Take these turns off the lane; how many there were.
local function taken_off(turns, ids)
  local taken = 0
  for _, id in ipairs(ids) do
    taken = taken + redis.call('ZREMRANGEBYSCORE', turns, id, id)
  end
  return taken
end

local function wait_no_more(waiting, taken)
  if taken > 0 then redis.call('DECRBY', waiting, taken) end
end

-- Take these turns off the lane.
local function take_off(turns, waiting, ids) wait_no_more(waiting, taken_off(turns, ids)) end

-- Keep turns (any bytes) as a dead letter, newest first; the list holds 10,000.
local function bury(dead, chat, turns, reason, attempts)
  local held = {}
  for i, turn in ipairs(turns) do held[i] = cjson.encode(turn) end
  redis.call('LPUSH', dead, string.format(
    '{"chat":%s,"reason":%s,"attempts":%d,"at_ms":%s,"turns":[%s]}', cjson.encode(chat),
    cjson.encode(reason), attempts, score(now_ms()), table.concat(held, ',')))
  redis.call('LTRIM', dead, 0, 9999)
end

local function read_tending(own, conversation)
  local record = redis.call('HGET', own, conversation)
  local fence, attempts, again, worker = string.match(record or '', '^(%d+) (%d+) (%d) (.*)$')
  if not fence then return {fence = '0', attempts = 0, again = false, worker = ''} end
  return {fence = fence, attempts = tonumber(attempts), again = again == '1', worker = worker}
end

local function write_tending(own, conversation, tending)
  redis.call('HSET', own, conversation, string.format('%s %d %d %s', tending.fence,
    tending.attempts, tending.again and 1 or 0, tending.worker))
end

local function tends(leases, own, conversation, fence)
  return redis.call('ZSCORE', leases, conversation)
    and read_tending(own, conversation).fence == fence
end

-- In line for tending; while it is tended it is noted and runs again afterwards. One that waits
-- out a back-off keeps its time.
local function ask_tending(tending, leases, own, conversation)
  if redis.call('ZSCORE', leases, conversation) then
    local running = read_tending(own, conversation)
    running.again = true
    write_tending(own, conversation, running)
  else
    redis.call('ZADD', tending, 'NX', score(now_ms()), conversation)
  end
end

-- The message ids of these {exchange, its number, ...}, nil where none came yet. Few enough for
-- Lua's stack.
local function delivered_as(reply_ids, conversation, exchanges)
  local fields = {}
  for i = 2, #exchanges, 2 do
    fields[i / 2] = conversation .. ':' .. whole(tonumber(exchanges[i]))
  end
  return #fields > 0 and redis.call('HMGET', reply_ids, unpack(fields)) or {}
end

-- The cards from this number on, nil where there is none.
local function cards_from(cards, first, last)
  local found = {}
  for from = first, last, 1000 do -- so many fit on Lua's stack
    local numbers = {}
    for number = from, math.min(from + 999, last) do numbers[#numbers + 1] = whole(number) end
    for _, card in ipairs(redis.call('HMGET', cards, unpack(numbers))) do
      found[#found + 1] = card
    end
  end
  return found
end

-- What a reader of a conversation's memory does not know yet: 1 for nothing, else {{last, watermark, version, tended,
-- expired, indexed, at}, {exchange, its number, ...}, {message ids or nil for each exchange}, {kind,
-- state, ...} or nil, how many exchanges there are or nil, {card, ...}, index or nil}. `known`:
-- number of the newest exchange known or "-inf", then expired, version and tended as they were
-- read, "1" if the index is wanted, and `at` (meta), "" by who does not know all of the newest one.
-- To who knows some: the exchanges from the newest known one on, which comes again, since its
-- message ids come late and its bytes tell whether this is still the same log; and the cards of
-- those after it, nil where there is none. To who knows none, or not the 64 newest, or not that
-- some were removed: how many there are, the index, the cards from the last one in it on (without
-- an index all cards, in any order), and the newest exchanges: those past the watermark and a few
-- before it, 16 to 64. No states when they are the ones known.
local function read_memory(log, meta, states, reply_ids, cards, index, number, known)
  local now = redis.call('HMGET', meta, 'last', 'watermark', 'version', 'tended', 'expired',
    'indexed', 'at')
  local unchanged = (now[3] or '0') == known[3] and (now[4] or '') == known[4]
  if unchanged and now[7] and now[7] == known[6] and now[1] == known[1]
      and (now[5] or '') == known[2] then
    return 1
  end
  local exchanges, count, found, packed = {}, false, {}, false
  if known[1] ~= '-inf' and (now[5] or '') == known[2] then
    exchanges = redis.call('ZRANGEBYSCORE', log, known[1], '+inf', 'WITHSCORES', 'LIMIT', 0, 66)
  end
  if #exchanges == 0 or #exchanges > 130 then
    local last, indexed = tonumber(now[1]) or 0, tonumber(now[6]) or 0
    local tail = math.max(16, math.min(64, last - (tonumber(now[2]) or 0) + 8))
    exchanges = redis.call('ZRANGE', log, -tail, -1, 'WITHSCORES')
    count = redis.call('ZCARD', log)
    packed = indexed > 0 and known[5] == '1' and redis.call('GET', index)
    found = packed and cards_from(cards, indexed, last) or redis.call('HVALS', cards)
  elseif #exchanges > 2 then
    local fields = {}
    for i = 4, #exchanges, 2 do fields[i / 2 - 1] = whole(tonumber(exchanges[i])) end
    found = redis.call('HMGET', cards, unpack(fields))
  end
  return {now, exchanges, delivered_as(reply_ids, number, exchanges),
          not unchanged and redis.call('HGETALL', states), count, found, packed}
end

local function claimed_again(lane, turns)
  local claimed = {}
  for _, id in ipairs(lane.claims) do
    for _, turn in ipairs(redis.call('ZRANGEBYSCORE', turns, id, id)) do
      claimed[#claimed + 1] = id
      claimed[#claimed + 1] = turn
    end
  end
  return claimed
end

-- Who wrote a turn and how long it is; nil for a command, an edit, a deletion and for what cannot
-- be read.
local function speaker(turn)
  local readable, read = pcall(cjson.decode, turn)
  if not readable or type(read) ~= 'table' or type(read.text) ~= 'string' then return nil end
  if type(read.command) == 'string' and read.command ~= '' then return nil end
  if read.edited or read.deleted then return nil end
  local sender = type(read.sender) == 'table' and read.sender.id or ''
  return tostring(sender), #read.text
end

-- How many of these {turn, update id, ...} the next answer is for, as joining.py's `together`.
local function together(first)
  if #first <= 2 then return #first end
  local who, length = speaker(first[1])
  local count = 2
  while who and count < #first do
    local next_who, more = speaker(first[count + 1])
    length = length + (more or 0)
    if next_who ~= who or length > 32768 then break end
    count = count + 2
  end
  return count
end

local function claimed_first(lane, turns, most)
  local first, claimed = redis.call('ZRANGE', turns, 0, most - 1, 'WITHSCORES'), {}
  for i = 2, together(first), 2 do
    lane.claims[i / 2] = whole(tonumber(first[i]))
    claimed[i - 1], claimed[i] = lane.claims[i / 2], first[i - 1]
  end
  if #first == 0 then lane.attempts = 0 end
  return claimed
end

-- What a leased lane of this record is to be worked on with: {{update id, turn, ...}, {outbox field,
-- value, ...}, {settings field, value, ...}, memory as read_memory gives it or nil: only with
-- turns, and when this is the chat's conversation}; whether the record changed; and how many turns
-- were dropped. `keys` from `key` on: turns outbox settings log meta states reply_ids cards index.
-- `args` from `arg` on: most turns, number of the conversation whose memory is wanted as well or
-- "", and what is known of that memory, as load_memory takes it. The turns given are noted as
-- being answered; one that was stopped before is dropped.
local function open_lane(lane, keys, key, args, arg)
  local turns, outbox, settings, log = unpack(keys, key, key + 3)
  local meta, states, reply_ids, cards, index = unpack(keys, key + 4, key + 8)
  local most, number = tonumber(args[arg]), args[arg + 1]
  local reply, claimed, changed, dropped = redis.call('HGETALL', outbox), {}, false, 0
  if #reply == 0 then
    if lane.stopped then
      dropped = taken_off(turns, lane.claims)
      lane.stopped, lane.overtaken, lane.claims = false, false, {}
    end
    changed = #lane.claims == 0
    claimed = changed and claimed_first(lane, turns, most) or claimed_again(lane, turns)
  end
  local chosen, current = redis.call('HGETALL', settings), '1'
  for i = 1, #chosen, 2 do
    if chosen[i] == 'conversation' then current = chosen[i + 1] end
  end
  local memory = false
  if number == current and #claimed > 0 then
    memory = read_memory(log, meta, states, reply_ids, cards, index, number,
      {unpack(args, arg + 2, arg + 7)})
  end
  return {claimed, reply, chosen, memory, lane.attempts}, changed, dropped
end

-- The day and the month of an instant (ms since 1970): each one's name, and how many ms of it are
-- left. The reckoning counts days from 1 March of the year 0, in eras of 400 years.
local function calendar(ms)
  local today = math.floor(ms / 86400000)
  local days = today + 719468
  local era = math.floor(days / 146097)
  local of_era = days - era * 146097
  local year = math.floor((of_era - math.floor(of_era / 1460) + math.floor(of_era / 36524)
    - math.floor(of_era / 146096)) / 365)
  local of_year = of_era - (365 * year + math.floor(year / 4) - math.floor(year / 100))
  local from_march = math.floor((5 * of_year + 2) / 153)
  local day = of_year - math.floor((153 * from_march + 2) / 5) + 1
  local month = from_march < 10 and from_march + 3 or from_march - 9
  year = year + era * 400 + (month <= 2 and 1 or 0)
  local length = ({31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31})[month]
  if month == 2 and year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0) then length = 29 end
  local tomorrow = (today + 1) * 86400000
  return {
    day = {name = whole(year * 10000 + month * 100 + day), left = math.ceil(tomorrow - ms)},
    month = {name = whole(year * 100 + month),
             left = math.ceil(tomorrow + (length - day) * 86400000 - ms)},
  }
end

-- What was spent in these periods: {tokens, messages, tokens of summaries} of each. What is kept
-- of others is over, and so are the marks that somebody was told.
local function account_of(account, periods)
  local spent = {}
  for _, period in ipairs({'day', 'month'}) do
    local kept = redis.call('HGET', account, period) or ''
    local name, tokens, messages, summaries = string.match(kept, '^(%d+) (%d+) (%d+) (%d+)$')
    if name == periods[period].name then
      spent[period] = {tonumber(tokens), tonumber(messages), tonumber(summaries)}
    else
      spent[period] = {0, 0, 0}
      if name then redis.call('HDEL', account, 'told:' .. name) end
    end
  end
  return spent
end
