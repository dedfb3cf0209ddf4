-- Note what a person thinks of the exchange whose delivered reply has a message.
-- KEYS: log meta reply_ids
-- ARGV: conversation number, message id, feedback
-- Result: 1, or 0 when none of the newest 2,000 replies has it
-- Atomic: nothing else of the exchange changes; a mark tells whoever knows it to read it again.
-- Repeating it changes nothing more.
local log, meta, reply_ids = unpack(KEYS)

local function number_of(id)
  local last = tonumber(redis.call('HGET', meta, 'last') or '0')
  for newest = last, math.max(1, last - 1999), -200 do
    local fields = {}
    for number = newest, math.max(1, newest - 199), -1 do
      fields[#fields + 1] = ARGV[1] .. ':' .. whole(number)
    end
    local found = redis.call('HMGET', reply_ids, unpack(fields))
    for i, ids in ipairs(found) do
      if ids and string.find(ids, '[%[,]' .. id .. '[%],]') then return newest - i + 1 end
    end
  end
end

local number = number_of(ARGV[2])
if not number then return 0 end
local exchange = redis.call('ZRANGEBYSCORE', log, number, number)[1]
if not exchange then return 0 end
local changed, times = string.gsub(exchange, '"feedback":[%d.]+}$', '"feedback":' .. ARGV[3] .. '}')
if times == 0 then return 0 end
if changed ~= exchange then
  redis.call('ZREM', log, exchange)
  redis.call('ZADD', log, number, changed)
  redis.call('HSET', meta, 'expired', new_mark())
end
return 1
