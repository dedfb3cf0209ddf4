"""A store that knows what it read gives what one that knows nothing gives, after any history."""

from __future__ import annotations

from typing import Any

import pytest

from memory.conversation import ConversationId
from memory.log import log_of
from memory.store import Tended
from tests.workers.lanes_at_hand import RedisAtHand, answered, take, turn
from tests.workers.warm_store import (
    HERE,
    NOTHING_NEW,
    SUMMARY,
    Counting,
    numbers,
    say,
    say_many,
    sizes_of,
    warm_store,
    whole,
)
from workers import known_memories
from workers.known_memories import KnownMemories
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.scripts import reading


async def test_a_second_read_brings_one_exchange_whatever_the_log_s_length(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    store, counting = warm_store(at_hand)
    for number in range(20):
        await say(at_hand, f"reply {number}")
    first = await store.load(HERE)
    assert await store.load(HERE) == first
    await say(at_hand, "one more")
    assert len((await store.load(HERE)).exchanges) == 21
    assert counting.answers.pop(1) == NOTHING_NEW
    sizes = [(len(answer[1]) // 2, len(answer[5])) for answer in counting.answers]  # type: ignore[index,arg-type]  # lists, as the script says
    assert sizes == [(20, 20), (2, 1)]


async def test_what_this_process_said_itself_is_not_read_again(link: RedisLink) -> None:
    counting: Any = Counting(link)
    at_hand = RedisAtHand(counting)
    counting.subscribe = link.subscribe
    for number in range(3):
        await say(at_hand, f"reply {number}")
    await at_hand.lanes.put(turn(next(numbers)))
    _, opened = await take(at_hand.lanes)
    ((_, _, _, memory, _),) = counting.answers[-1]
    assert memory == NOTHING_NEW
    fresh = await RedisStore(link, at_hand.keys).load(HERE)
    assert opened.memory == fresh
    assert [len(exchange.reply_ids) for exchange in fresh.exchanges] == [1, 1, 1]


async def test_message_ids_of_many_parts_are_known_in_their_order(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.mark_sent(lease, 0, [31, 32])
    await at_hand.lanes.mark_sent(lease, 1, [33])
    await at_hand.lanes.release(lease, [34])
    known = await at_hand.store.load(HERE)
    assert known.exchanges[0].reply_ids == (31, 32, 33, 34)
    assert known == await RedisStore(link, at_hand.keys).load(HERE)


async def test_a_reply_that_somebody_else_delivered_is_read_again(link: RedisLink) -> None:
    at_hand, other = RedisAtHand(link), RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.hand_back(lease)
    lease, _ = await take(other.lanes)
    await other.lanes.release(lease, [34])
    assert (await at_hand.store.load(HERE)).exchanges[0].reply_ids == (34,)


async def test_bodies_that_were_read_once_are_there_the_next_time(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 200)
    store, counting = warm_store(at_hand)
    memory = await store.read(await store.load(HERE), [3, 7])
    assert [e.number for e in log_of(memory.exchanges).bodies([7, 3])] == [7, 3]
    await say(at_hand, "one more")
    again = log_of((await store.load(HERE)).exchanges)
    assert [e.number for e in again.bodies([3, 201, 7])] == [3, 201, 7]
    assert len(counting.answers) == 3


async def test_bodies_that_are_gone_or_damaged_are_left_out(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 200)
    store, _ = warm_store(at_hand)
    memory = await store.load(HERE)
    log = at_hand.keys.name("log", HERE)
    await link.call("ZREMRANGEBYSCORE", log, 3, 4)
    await link.call("ZADD", log, 4, "damaged")
    memory = await whole(store, memory)
    assert [n for n in range(1, 201) if not log_of(memory.exchanges).holds(n)] == [3, 4]


async def test_states_come_again_only_when_they_changed(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    store, counting = warm_store(at_hand)
    await say(at_hand, "a")
    await at_hand.store.commit_tended(await store.load(HERE), Tended(1, SUMMARY))
    assert (await store.load(HERE)).states == SUMMARY
    assert (await store.load(HERE)).states == SUMMARY
    first, second, third = counting.answers
    assert [answer[3] is None for answer in (first, second)] == [False, False]  # type: ignore[index]  # as above
    assert third == NOTHING_NEW
    await say(at_hand, "b")
    assert (await store.load(HERE)).states == SUMMARY
    assert counting.answers[-1][3] is None  # type: ignore[index]  # as above


async def test_message_ids_that_come_after_the_exchange_was_read_are_read(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    store, _ = warm_store(at_hand)
    await say(at_hand, "a", delivered=False)
    assert (await store.load(HERE)).exchanges[0].reply_ids == ()
    lease, _opened = await take(at_hand.lanes)
    await at_hand.lanes.mark_sent(lease, 0, [31, 32])
    await at_hand.lanes.release(lease)
    assert (await store.load(HERE)).exchanges[0].reply_ids == (31, 32)


@pytest.mark.parametrize(
    ("room", "with_bodies", "kept"), [((2, 3), "98", "798"), ((0, 2), "", "98"), ((0, 0), "", "")]
)
async def test_bodies_go_before_the_rest_and_what_was_read_long_ago_goes_first(
    link: RedisLink, room: tuple[int, int], with_bodies: str, kept: str
) -> None:
    at_hand = RedisAtHand(link)
    await say(at_hand, "x" * 100)
    bodies, rest = await sizes_of(at_hand)
    known = KnownMemories(most_bytes=room[0] * bodies + room[1] * rest)
    for chat in ("7", "8", "9", "7", "9", "8"):
        record = await reading.load_memory(link, at_hand.keys, HERE)
        assert record is not None
        memory = known.learn(ConversationId(chat), None, record)
        assert memory is not None
        assert memory.exchanges[0].assistant == "x" * 100, "who asked for it can read it"
    still = {chat: known.of(ConversationId(chat)) for chat in "798"}
    assert "".join(chat for chat, one in still.items() if one) == kept
    read = [chat for chat, one in still.items() if one and not one.log.exchanges.unread]
    assert "".join(read) == with_bodies
    assert known.bodies_bytes + known.kept_bytes <= room[0] * bodies + room[1] * rest
    assert known.conversations == len(kept)


async def test_bodies_that_are_read_one_by_one_count_as_well(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 200)
    known = KnownMemories()
    store = RedisStore(link, at_hand.keys, known)
    memory = await store.load(HERE)
    before = known.bodies_bytes
    await store.read(memory, [1, 2])
    assert before + 4_000 < known.bodies_bytes < before + 6_000
    known = KnownMemories(most_bytes=0)
    store = RedisStore(link, at_hand.keys, known)
    memory = await whole(store, await store.load(HERE))
    assert len(list(memory.exchanges)) == 200
    assert (known.bodies_bytes, known.kept_bytes) == (0, 0)


def test_chats_at_later_conversations_are_known_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_memories, "MOST_CHATS", 2)
    known = KnownMemories()
    for chat, number in (("a", 2), ("b", 3), ("c", 1), ("a", 4), ("d", 5), ("e", 6), ("d", 1)):
        known.note_current(chat, number)
    assert [known.current(chat).number for chat in "abcde"] == [1, 1, 1, 1, 6]
