-- Read what is new in a conversation's memory.
-- KEYS: log meta states reply_ids cards index
-- ARGV: conversation number, then what is known: number of the newest exchange or "-inf",
--       expired, version and tended as they were read, "" for nothing, 1 if the index is wanted
-- Result: as read_memory gives it (lane_record.lua)
-- Atomic: one moment's view, so that log, watermark and states fit together.
local log, meta, states, reply_ids, cards, index = unpack(KEYS)
return read_memory(log, meta, states, reply_ids, cards, index, ARGV[1], {unpack(ARGV, 2)})
