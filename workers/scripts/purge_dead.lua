-- Forget dead letters.
-- KEYS: dead
-- ARGV: letters as they are stored ...
-- Result: how many there still were
-- Atomic: exactly these go. Repeating it changes nothing.
local dead = KEYS[1]
local forgotten = 0
for _, letter in ipairs(ARGV) do
  forgotten = forgotten + redis.call('LREM', dead, -1, letter)
end
return forgotten
