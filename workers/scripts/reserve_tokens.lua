-- Set tokens aside for one call of the model, where the limits leave room for them.
-- KEYS: account
-- ARGV: call, tokens, most a day (0: no limit), most a month, ms for which they are set aside, ms
--       that the deployment's clock is ahead of UTC
-- Result: {ok, 0, 0}, or {day | month, ms until that is over, 1 if it is to be told}
-- Atomic: calls that are begun at one time cannot set the same tokens aside. Repeating it for a
-- call sets aside once.
local account = unpack(KEYS)
local call, tokens = ARGV[1], tonumber(ARGV[2])
local now = now_ms()
local periods = calendar(now + tonumber(ARGV[6]))
local spent = account_of(account, periods)

local held = 0
local fields = redis.call('HGETALL', account)
for i = 1, #fields, 2 do
  local name = string.match(fields[i], '^call:(.+)$')
  if name then
    local reserved, till = string.match(fields[i + 1], '^(%d+) (%d+)$')
    -- One that is over is kept for a day, so that a late settlement still counts.
    if tonumber(till) + 86400000 < now then redis.call('HDEL', account, fields[i]) end
    if name ~= call and tonumber(till) > now then held = held + tonumber(reserved) end
  end
end

for i, period in ipairs({'day', 'month'}) do
  local most = tonumber(ARGV[2 + i])
  if most > 0 and spent[period][1] + held + tokens > most then
    local told = 'told:' .. periods[period].name
    redis.call('HSETNX', account, told, call)
    redis.call('PEXPIRE', account, 5356800000)
    local tell = redis.call('HGET', account, told) == call and 1 or 0
    return {period, periods[period].left, tell}
  end
end
redis.call('HSET', account, 'call:' .. call, tokens .. ' ' .. whole(now + tonumber(ARGV[5])))
redis.call('PEXPIRE', account, 5356800000)
return {'ok', 0, 0}
