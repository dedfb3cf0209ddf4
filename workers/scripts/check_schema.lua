-- Note schema and shard count at first start.
-- KEYS: schema
-- ARGV: schema, shards
-- Result: {schema, shards} as stored
-- Atomic: of two first starts one writes, both read the same.
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'schema', ARGV[1], 'shards', ARGV[2])
end
return redis.call('HMGET', KEYS[1], 'schema', 'shards')
