-- Put back lanes that are not idle and lie nowhere: not in line, not leased, not delayed.
-- KEYS: own ready lease delay wake
-- ARGV: cursor, about how many lanes to look at, lease ms
-- Result: {next cursor, how many were put back}
-- Atomic: each is judged and put back at one moment. One that says it is leased gets a lease
-- again, so that its holder goes on if there is one; others are first in line. A lane that lies
-- somewhere comes back by itself and is left alone. Repeating it finds them in place.
local own, ready, leases, delay, wake = unpack(KEYS)
local page = redis.call('HSCAN', own, ARGV[1], 'COUNT', ARGV[2])

local in_line -- made when it is first wanted
local function is_in_line(chat)
  if not in_line then
    in_line = {}
    for _, other in ipairs(redis.call('LRANGE', ready, 0, -1)) do in_line[other] = true end
  end
  return in_line[chat]
end

local mended = 0
for i = 1, #page[2], 2 do
  local chat = page[2][i]
  if not (redis.call('ZSCORE', leases, chat) or redis.call('ZSCORE', delay, chat)
      or is_in_line(chat)) then
    local lane = read_lane(own, chat)
    if lane.state == 'x' then
      redis.call('ZADD', leases, score(now_ms() + tonumber(ARGV[3])), chat)
    else
      lane.state = 'r'
      write_lane(own, chat, lane)
      redis.call('LPUSH', ready, chat)
      in_line[chat] = true
      wake_somebody(wake)
    end
    mended = mended + 1
  end
end
return {page[1], mended}
