-- Spend what a call of the model took, instead of what was set aside for it.
-- KEYS: account
-- ARGV: call ("": nothing was set aside), tokens, messages, tokens of summaries, ms that the
--       deployment's clock is ahead of UTC
-- Result: 1, or 0 when that call was settled before (nothing changes)
-- Atomic: what was set aside goes and what was spent comes at one moment.
local account = unpack(KEYS)
if ARGV[1] ~= '' and redis.call('HDEL', account, 'call:' .. ARGV[1]) == 0 then return 0 end
local periods = calendar(now_ms() + tonumber(ARGV[5]))
local spent = account_of(account, periods)
for period, amounts in pairs(spent) do
  for i = 1, 3 do amounts[i] = whole(amounts[i] + tonumber(ARGV[1 + i])) end
  redis.call('HSET', account, period, periods[period].name .. ' ' .. table.concat(amounts, ' '))
end
redis.call('PEXPIRE', account, 5356800000)
return 1
