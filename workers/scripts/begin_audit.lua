-- Get the right to audit, which one worker has at a time.
-- KEYS: audit
-- ARGV: worker, ms for which nobody else gets it
-- Result: 1, or 0 when somebody audited within that time
-- Atomic: of many that ask one gets it. When the reply is lost nobody audits this time.
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0
