"""Whatever happens to a log, a store that knows some of it gives what a fresh one gives."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.remembered import remembered
from memory.store import MemoryConflict, Tended
from tests.workers.lanes_at_hand import RedisAtHand
from tests.workers.warm_store import (
    HERE,
    MEMORY,
    found_in,
    numbers,
    say,
    say_many,
    warm_store,
    whole,
)
from workers import known_memory
from workers.keys import Keys
from workers.link import Response
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore

steps = st.one_of(
    st.tuples(st.just("say"), st.booleans()),
    st.tuples(st.just("say"), st.booleans()),
    st.tuples(st.just("say_many"), st.integers(1, 70), st.integers(0, 3)),
    st.tuples(st.just("keep_index"), st.integers(0, 1)),
    st.tuples(st.just("lose_cards"), st.sampled_from((b"", b"damaged", b"3 1 0 0 x"))),
    st.tuples(st.just("tend"), st.integers(0, 1), st.integers(0, 2)),
    st.tuples(st.just("expire"), st.integers(0, 90)),
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
        await say(self.at_hand, f"reply {next(numbers)}", delivered=delivered)

    async def say_many(self, count: int, without_card: int) -> None:
        await self.say(delivered=True)
        await say_many(self.at_hand, count, without_card=without_card)

    async def keep_index(self, who: int) -> None:
        await self.stores[who].load(HERE)
        await self.stores[who].keep_index(HERE)

    async def lose_cards(self, left: bytes) -> None:
        cards = self.at_hand.keys.name("cards", HERE)
        await self.at_hand.link.call("DEL", cards)
        if left:
            await self.at_hand.link.call("HSET", cards, 3, left)

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
        warm, cold = await self.stores[who].load(HERE), await fresh.load(HERE)
        assert found_in(warm) == found_in(cold)
        assert await whole(self.stores[who], warm) == await whole(fresh, cold)


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
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(history=st.lists(steps, min_size=5, max_size=40), most_bytes=st.sampled_from((0, 1 << 20)))
async def test_a_store_that_knows_gives_what_a_fresh_one_gives(
    link: RedisLink,
    history: list[tuple[Any, ...]],
    most_bytes: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_memory, "LEAST_INDEXED", 20)
    at_hand = RedisAtHand(link, Keys(f"known{next(numbers)}", "1"))
    told = History(at_hand, most_bytes)
    for name, *args in history:
        await getattr(told, name)(*args)
    for who in (0, 1):
        await told.load(who)


@pytest.mark.parametrize("by", ["the same worker", "another worker"])
async def test_nothing_is_remembered_of_what_was_erased_once_a_worker_looks_again(
    by: str, link: RedisLink
) -> None:
    worked: list[str] = []
    read = remembered(8)(worked.append)
    at_hand = RedisAtHand(link)
    await say_many(at_hand, 3)
    store, _ = warm_store(at_hand)
    await store.load(HERE)
    read("secret")

    eraser = store if by == "the same worker" else RedisStore(at_hand.link, at_hand.keys)
    await eraser.erase(HERE, [2])
    await store.load(HERE)

    read("secret")
    assert worked == ["secret", "secret"]
