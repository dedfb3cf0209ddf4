-- Make whoever knows the code the first owner.
-- KEYS: access pairing guesses
-- ARGV: Telegram id, entry of an owner with this id, code, most wrong guesses of one person, ms
--       after which guesses are forgotten
-- Result: paired | wrong | too_many (the code was not looked at) | over (none is in force)
-- Atomic: one person gets it, and with it the code is used up. Repeating it gives an owner the
-- same answer.
local access, pairing, guesses = unpack(KEYS)
local person, entry, code, most, last = unpack(ARGV)
local entries, owned = redis.call('HGETALL', access), false
for i = 1, #entries, 2 do
  if string.sub(entries[i + 1], 1, 6) == 'owner ' then
    if entries[i] == person then return 'paired' end
    owned = true
  end
end
local right = redis.call('GET', pairing)
if owned or not right then return 'over' end

if tonumber(redis.call('HGET', guesses, person) or '0') >= tonumber(most) then return 'too_many' end
if code ~= right then
  redis.call('HINCRBY', guesses, person, 1)
  if redis.call('PTTL', guesses) < 0 then redis.call('PEXPIRE', guesses, last) end
  return 'wrong'
end
redis.call('HSET', access, person, entry)
redis.call('DEL', pairing, guesses)
return 'paired'
