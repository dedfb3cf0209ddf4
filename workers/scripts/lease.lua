-- Lease lanes that are ready; due retries and expired leases come back first. Those that the
-- caller named it also opens, if it leases them; they go before others that are about as long in
-- line, but not before the first one.
-- KEYS: ready lease delay own wake fence tending tending_lease waiting
-- KEYS of each: turns outbox settings log meta states reply_ids cards index
-- ARGV: worker, most, lease ms; of each that it named: chat, and what open_lane takes
--       (lane_record.lua)
-- Result: {ms until something falls due or -1, 1 if a memory waits to be tended,
--          {chat, fence, attempts, chat, ...}, {of each named what open_lane gives, or nil if it
--          was not leased or cannot be opened like this}, {the chats next in line}}
-- Atomic: a lane moves from one holder to the next with a new fence; never has two. When the
-- reply is lost the leases expire and come back.
local ready, leases, delay, own, wake, fence_key, tending, tending_leases, waiting = unpack(KEYS)
local worker, most, lease_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now = now_ms()
local SEEN, PASSED_OVER = 48, 32 -- how much of the line is told, and goes behind others at most

-- When the first one of a sorted set falls due, nil for an empty one.
local function first_due(key)
  return tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2])
end
-- Those that fell due, the first ones first; most of the time there is none.
local function fallen_due(key)
  local due = first_due(key)
  if not due or due > now then return {}, due end
  return redis.call('ZRANGEBYSCORE', key, '-inf', score(now), 'LIMIT', 0, 64), nil
end
local waited, next_delay = fallen_due(delay)
for _, chat in ipairs(waited) do
  redis.call('ZREM', delay, chat)
  local lane = read_lane(own, chat) or new_lane()
  lane.state = 'r'
  write_lane(own, chat, lane)
  redis.call('RPUSH', ready, chat)
end

local expired, next_lease = fallen_due(leases)
for i = #expired, 1, -1 do -- the one that waited longest ends up first
  local chat = expired[i]
  redis.call('ZREM', leases, chat)
  local lane = read_lane(own, chat) or new_lane()
  lane.state, lane.fence, lane.attempts = 'r', '0', lane.attempts + 1
  write_lane(own, chat, lane)
  redis.call('LPUSH', ready, chat)
end

local named, opened, dropped = {}, {}, 0 -- named: chat -> which one it is
for i = 1, (#ARGV - 3) / 9 do named[ARGV[9 * i - 5]], opened[i] = i, false end
local function open(lane, i)
  local content, _, were_dropped = open_lane(lane, KEYS, 9 * i + 1, ARGV, 9 * i - 4)
  dropped = dropped + were_dropped
  return content
end

local given = {}
local function give(chats)
  local lanes, records, until_ms = redis.call('HMGET', own, unpack(chats)), {}, {}
  local fence, expires = next_fences(fence_key, #chats, now), score(now + lease_ms)
  for i, chat in ipairs(chats) do
    local lane = lane_of(lanes[i]) or new_lane()
    lane.state, lane.fence, lane.worker = 'x', whole(fence + i - 1), worker
    if lane.stopped or lane.overtaken then
      lane.attempts = 0 -- its turn is dropped when the lane is opened, or is not the first any more
    end
    if not lane.stopped then lane.claims = {} end
    local attempts = lane.attempts
    if named[chat] then
      local went_well, content = pcall(open, lane, named[chat])
      if went_well then
        opened[named[chat]] = content
      elseif not lane.stopped then
        lane.claims = {}
      end
    end
    records[2 * i - 1], records[2 * i] = chat, record_of(lane)
    until_ms[2 * i - 1], until_ms[2 * i] = expires, chat
    given[#given + 1] = chat
    given[#given + 1] = lane.fence
    given[#given + 1] = attempts
  end
  redis.call('HSET', own, unpack(records))
  redis.call('ZADD', leases, unpack(until_ms))
end
-- Out of the line: the first one, then those named among the next few, then the others as they
-- come. The first one always, so that nobody is passed over for long. And who is next then.
local function next_ones(count)
  local line = redis.call('LRANGE', ready, 0, count + SEEN - 1)
  local far = count + math.min(4 * count, PASSED_OVER)
  local chosen, others, passed, left = {line[1]}, {}, 0, {}
  for i = 2, #line do
    local goes = i <= far and #chosen < count and named[line[i]]
    local list = goes and chosen or others
    list[#list + 1] = line[i]
    if list == chosen then passed = #others end
  end
  local fill = math.min(count - #chosen, #others)
  for i = 1, fill do chosen[#chosen + 1] = others[i] end
  for i = #others, fill + 1, -1 do left[#left + 1] = others[i] end
  if passed > fill then
    redis.call('LPOP', ready, #line)
    redis.call('LPUSH', ready, unpack(left))
  elseif #chosen > 0 then
    redis.call('LPOP', ready, #chosen)
  end
  return chosen, left
end
local backwards, none_wanted = {}, most == 0 -- backwards: the line that is left
while most > 0 do
  local some, chats = math.min(most, 1000), nil -- so many fit on Lua's stack
  chats, backwards = next_ones(some)
  if #chats > 0 then give(chats) end
  most = #chats == some and most - some or 0
end
wait_no_more(waiting, dropped)
local in_line = {}
for i = #backwards, 1, -1 do in_line[#in_line + 1] = backwards[i] end
if #in_line > 0 or none_wanted and redis.call('LLEN', ready) > 0 then wake_somebody(wake) end

-- Lanes left over by the limits above are due at once; a memory to tend is told apart.
local next_due, tend = -1, 0
local function falls_due(at)
  if not at then return end
  local due = math.max(0, math.ceil(at - now))
  if next_due < 0 or due < next_due then next_due = due end
end
falls_due(#waited > 0 and first_due(delay) or next_delay)
falls_due(next_lease or first_due(leases))
for _, key in ipairs({tending, tending_leases}) do
  local due = first_due(key)
  if due and due <= now then
    tend = 1
    due = tonumber(redis.call('ZRANGEBYSCORE', key, '(' .. score(now), '+inf', 'WITHSCORES',
      'LIMIT', 0, 1)[2])
  end
  falls_due(due)
end
return {next_due, tend, given, opened, in_line}
