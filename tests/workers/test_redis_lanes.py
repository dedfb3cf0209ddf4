"""What only the lanes on the server can meet: damage, lost answers, a clock of their own."""

from __future__ import annotations

import pytest

from tests.workers.lanes_at_hand import RedisAtHand, answer, answered, lease_one, take, turn
from workers.jobs import Notice, Outbox, Reply
from workers.lanes import Put
from workers.redis_link import RedisLink

DAMAGED = [
    b"",
    b"\xff\xfe{",
    b"null",
    b"[]",
    b'{"chat":"7"}',
    b'{"text"' + b"[" * 5000,
    b'{"chat":"7","update_id":1,"text":"x","sent_at":"yesterday"}',
]


@pytest.mark.parametrize("damaged", DAMAGED)
async def test_a_turn_that_cannot_be_read_does_not_stop_its_lane(
    link: RedisLink, damaged: bytes
) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(5))
    await link.call("ZADD", at_hand.keys.name("turns", "7"), 1, damaged)
    await link.call("INCR", at_hand.keys.name("waiting"))
    assert await answer(at_hand.lanes) == (5,)
    (letter,) = await at_hand.lanes.dead_letters(9)
    assert (letter.chat, letter.reason, letter.turns) == ("7", "unreadable", ())
    assert await link.call("GET", at_hand.keys.name("waiting")) == b"0"


async def test_what_was_stored_once_is_known_to_a_process_that_begins_later(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    await answer(at_hand.lanes)
    later = RedisAtHand(link, at_hand.keys)
    assert [await later.lanes.put(turn(id_)) for id_ in (1, 2)] == [Put.DUPLICATE] * 2
    assert await answer(later.lanes) == (2,)
    assert (await later.lanes.lease("w", 1)).leases == ()


async def test_a_reply_that_cannot_be_read_becomes_a_notice(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    name = at_hand.keys.name("outbox", "7")
    await link.call("HSET", name, "reply", '{"notice":"of a later version"}', "sent:0", "oops")
    opened = await at_hand.lanes.open(lease)
    assert opened.outbox == Outbox(Reply(notice=Notice.FAILED), {0: ()})


async def test_a_lane_s_record_that_cannot_be_read_does_not_stop_the_shard(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    await link.call("HSET", at_hand.keys.name("own"), "7", "damaged")
    await at_hand.lanes.put(turn(1, "8"))
    assert await answer(at_hand.lanes) == (1,)
    assert await answer(at_hand.lanes) == (1,)


async def test_fences_do_not_go_back_when_the_server_forgets(link: RedisLink) -> None:
    """A failover may lose the last second; the fence is never below the server's time in us."""
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.release(lease)
    await link.call("DEL", at_hand.keys.name("fence"))
    await at_hand.lanes.put(turn(2))
    assert (await lease_one(at_hand.lanes)).fence > lease.fence


async def test_fences_do_not_go_back_when_the_clock_does(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    ahead = 2 * 10**15 + 3
    await link.call("SET", at_hand.keys.name("fence"), ahead)
    await at_hand.lanes.put(turn(1))
    assert (await lease_one(at_hand.lanes)).fence == ahead + 1


async def test_the_count_of_waiting_turns_stays_right(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    for update_id in range(1, 9):
        await at_hand.lanes.put(turn(update_id))
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.release(lease)
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", None, Reply())
    await at_hand.lanes.fail(lease, opened.turns, "x", None, Reply())
    await at_hand.lanes.release(lease)
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.stop("7", 6)
    await at_hand.lanes.drop(lease, opened.turns)
    waiting = await link.call("ZCARD", at_hand.keys.name("turns", "7"))
    assert waiting == 3
    assert await link.call("GET", at_hand.keys.name("waiting")) == b"3"


async def test_ten_thousand_dead_letters_are_kept(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    name = at_hand.keys.name("dead")
    await link.call("RPUSH", name, *(["old"] * 10_000))
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "new", None, Reply())
    assert await link.call("LLEN", name) == 10_000
    assert (await at_hand.lanes.dead_letters(1))[0].reason == "new"


async def test_a_large_id_keeps_every_digit(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    ids = [2**53 - 1, 2**53 - 2, 1_796_000_000_123_457]
    for update_id in ids:
        await at_hand.lanes.put(turn(update_id))
    assert [await answer(at_hand.lanes) for _ in ids] == [(i,) for i in sorted(ids)]


async def test_many_lanes_are_leased_in_one_call(link: RedisLink) -> None:
    at_hand = RedisAtHand(link, max_waiting_all=10**6)
    for chat in range(4000):
        await at_hand.lanes.put(turn(1, str(chat)))
    leases = (await at_hand.lanes.lease("w", 4000)).leases
    assert len({lease.chat for lease in leases}) == 4000
    fences = [lease.fence for lease in leases]
    assert fences == sorted(set(fences))
