"""A store that knows what it read gives what one that knows nothing gives, after any history."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId
from memory.store import MemoryConflict, Tended
from tests.workers.lanes_at_hand import RedisAtHand, answered, take, turn
from workers import known_memories
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.link import Argument, Link, Response, Script
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.scripts import reading

HERE = ConversationId("7")
SUMMARY = {"summary": {"version": 1, "state": {"text": "x"}}}
MEMORY = ("log", "meta", "states", "reply_ids")
prefixes = itertools.count()


class Counting:
    """A link that keeps what the server answered to each script."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.answers: list[Response] = []

    async def run(
        self, script: Script, keys: tuple[str, ...], args: tuple[Argument, ...] = ()
    ) -> Response:
        self.answers.append(await self._link.run(script, keys, args))
        return self.answers[-1]


def warm_store(at_hand: RedisAtHand, **options: int) -> tuple[RedisStore, Counting]:
    counting: Any = Counting(at_hand.link)
    return RedisStore(counting, at_hand.keys, KnownMemories(**options)), counting


async def say(at_hand: RedisAtHand, text: str, *, delivered: bool = True) -> None:
    """One more exchange, whose reply was delivered or is not yet."""
    number = (await RedisStore(at_hand.link, at_hand.keys).load(HERE)).last_number + 1
    update_id = next(prefixes)
    await at_hand.lanes.put(turn(update_id))
    lease, opened = await take(at_hand.lanes)
    if opened.outbox is not None:
        await at_hand.lanes.mark_sent(lease, 0, [update_id])
        await at_hand.lanes.release(lease)
        lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(number, text=text))
    if delivered:
        await at_hand.lanes.mark_sent(lease, 0, [update_id])
        await at_hand.lanes.release(lease)
    else:
        await at_hand.lanes.hand_back(lease)


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
    sizes = [len(answer[1]) // 2 for answer in counting.answers]  # type: ignore[index,arg-type]  # lists, as the script says
    assert sizes == [20, 1, 2]


async def test_states_come_again_only_when_they_changed(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    store, counting = warm_store(at_hand)
    await say(at_hand, "a")
    await at_hand.store.commit_tended(await store.load(HERE), Tended(1, SUMMARY))
    assert (await store.load(HERE)).states == SUMMARY
    assert (await store.load(HERE)).states == SUMMARY
    assert [answer[3] is None for answer in counting.answers] == [False, False, True]  # type: ignore[index]  # as above


async def test_message_ids_that_come_after_the_exchange_was_read_are_read(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    store, _ = warm_store(at_hand)
    await say(at_hand, "a", delivered=False)
    assert (await store.load(HERE)).exchanges[0].reply_ids == ()
    lease, _opened = await take(at_hand.lanes)
    await at_hand.lanes.mark_sent(lease, 0, [31, 32])
    await at_hand.lanes.release(lease)
    assert (await store.load(HERE)).exchanges[0].reply_ids == (31, 32)


async def test_no_more_is_kept_than_the_bound_and_what_was_read_long_ago_goes_first(
    link: RedisLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_memories, "EXCHANGE_BYTES", 0)
    at_hand = RedisAtHand(link)
    await say(at_hand, "x" * 100)
    (entry,) = (await reading.load_memory(link, at_hand.keys, HERE)).entries
    known = KnownMemories(most_bytes=2 * len(entry.exchange) + 1)
    for chat in ("7", "8", "9", "7", "9", "8"):
        conversation = ConversationId(chat)
        record = await reading.load_memory(link, at_hand.keys, HERE)
        assert known.learn(conversation, None, record) is not None
    kept = [chat for chat in "789" if known.of(ConversationId(chat))]
    assert kept == ["8", "9"]


def test_chats_at_later_conversations_are_known_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_memories, "MOST_CHATS", 2)
    known = KnownMemories()
    for chat, number in (("a", 2), ("b", 3), ("c", 1), ("a", 4), ("d", 5), ("e", 6), ("d", 1)):
        known.note_current(chat, number)
    assert [known.current(chat).number for chat in "abcde"] == [1, 1, 1, 1, 6]


steps = st.one_of(
    st.tuples(st.just("say"), st.booleans()),
    st.tuples(st.just("say"), st.booleans()),
    st.tuples(st.just("tend"), st.integers(0, 1), st.integers(0, 2)),
    st.tuples(st.just("expire"), st.integers(0, 6)),
    st.tuples(st.just("snapshot")),
    st.tuples(st.just("fail_over")),
    st.tuples(st.just("load"), st.integers(0, 1)),
    st.tuples(st.just("load"), st.integers(0, 1)),
)


class History:
    """Two processes' stores, and a server that may fall back to an earlier moment."""

    def __init__(self, at_hand: RedisAtHand, most_bytes: int) -> None:
        self.at_hand = at_hand
        self.stores = [warm_store(at_hand, most_bytes=most_bytes)[0] for _ in range(2)]
        self.kept: dict[str, Response] = {}

    async def say(self, delivered: bool) -> None:  # drawn at random
        await say(self.at_hand, f"reply {next(prefixes)}", delivered=delivered)

    async def tend(self, who: int, kind: int) -> None:
        seen = await self.stores[who].load(HERE)
        state = {f"kind {kind}": {"version": 1, "state": {"kind": kind}}}
        try:
            await self.stores[1 - who].commit_tended(seen, Tended(seen.last_number, state))
        except MemoryConflict:
            pytest.fail("nobody came between")

    async def expire(self, oldest: int) -> None:
        await self.stores[0].expire(HERE, oldest)

    async def snapshot(self) -> None:
        for what in MEMORY:
            name = self.at_hand.keys.name(what, HERE)
            self.kept[name] = await self.at_hand.link.call("DUMP", name)

    async def fail_over(self) -> None:
        for name, dump in self.kept.items():
            await self.at_hand.link.call("DEL", name)
            if isinstance(dump, bytes):
                await self.at_hand.link.call("RESTORE", name, 0, dump)

    async def load(self, who: int) -> None:
        fresh = RedisStore(self.at_hand.link, self.at_hand.keys)
        assert await self.stores[who].load(HERE) == await fresh.load(HERE)


async def test_what_a_server_lost_at_its_failover_and_got_again_otherwise_is_read_anew(
    link: RedisLink,
) -> None:
    told = History(RedisAtHand(link), most_bytes=1 << 20)
    await told.say(delivered=True)
    await told.snapshot()
    for _ in range(2):
        await told.say(delivered=True)
    await told.load(0)
    await told.fail_over()
    for _ in range(3):
        await told.say(delivered=True)
    await told.load(0)


async def test_states_that_a_server_lost_at_its_failover_and_got_again_otherwise_are_read_anew(
    link: RedisLink,
) -> None:
    told = History(RedisAtHand(link), most_bytes=1 << 20)
    await told.snapshot()
    await told.tend(0, 1)
    await told.load(0)
    await told.fail_over()
    await told.tend(1, 2)
    await told.load(0)


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(history=st.lists(steps, min_size=5, max_size=40), most_bytes=st.sampled_from((0, 1 << 20)))
async def test_a_store_that_knows_gives_what_a_fresh_one_gives(
    link: RedisLink, history: list[tuple[Any, ...]], most_bytes: int
) -> None:
    at_hand = RedisAtHand(link, Keys(f"known{next(prefixes)}", "1"))
    told = History(at_hand, most_bytes)
    for name, *args in history:
        await getattr(told, name)(*args)
    for who in (0, 1):
        await told.load(who)
