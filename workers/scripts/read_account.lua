-- Read what somebody used.
-- KEYS: account
-- ARGV: ms that the deployment's clock is ahead of UTC
-- Result: {tokens, messages, tokens of summaries, today; the same this month}
-- Atomic: one look; at most, marks of periods that are over go.
local account = unpack(KEYS)
local spent = account_of(account, calendar(now_ms() + tonumber(ARGV[1])))
local day, month = spent.day, spent.month
return {day[1], day[2], day[3], month[1], month[2], month[3]}
