"""Leases come from all shards within what was asked for, and opened where a wake token or the lease
before told which lanes there is something to do on."""

from __future__ import annotations

import itertools
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from memory.conversation import ConversationId
from tests.workers.lanes_at_hand import LEASE_MS, RedisAtHand, answered, take, turn
from workers.keys import Keys
from workers.lanes import Committed, Lease, Leased, Opened
from workers.redis_link import RedisLink


async def woken(at_hand: RedisAtHand) -> None:
    await at_hand.lanes.wait(5)


async def test_a_lane_that_a_token_named_comes_opened(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    await woken(at_hand)
    leased = await at_hand.lanes.lease("w", 9)
    (lease,) = leased.leases
    assert leased.opened[lease].turns == (turn(1),)
    assert leased.opened[lease] == await at_hand.lanes.open(lease)
    assert (await at_hand.lanes.stop("7", 2)).running


async def test_a_token_for_a_lane_that_another_one_got_opens_nothing(link: RedisLink) -> None:
    at_hand, other = RedisAtHand(link), RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    await woken(at_hand)
    (lease,) = (await other.lanes.lease("other", 9)).leases
    leased = await at_hand.lanes.lease("w", 9)
    assert (leased.leases, leased.opened) == ((), {})
    assert not (await at_hand.lanes.stop("7", 2)).running, "it is not opened yet"
    assert (await other.lanes.open(lease)).turns == ()


@pytest.mark.parametrize("stopped", [False, True])
async def test_a_token_for_a_lane_that_is_worked_on_leaves_it_alone(
    link: RedisLink, *, stopped: bool
) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    if stopped:
        await at_hand.lanes.stop("7", 2)
    await link.call("DEL", at_hand.keys.name("wake"))
    await link.call("RPUSH", at_hand.keys.name("wake"), "7")
    await woken(at_hand)
    leased = await at_hand.lanes.lease("w", 9)
    assert (leased.leases, leased.opened) == ((), {})
    committed = await at_hand.lanes.commit(lease, opened.turns, answered(1))
    assert committed is (Committed.CANCELLED if stopped else Committed.OK)


async def test_a_token_for_nothing_that_is_known_does_no_harm(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    await link.call("DEL", at_hand.keys.name("wake"))
    await link.call("RPUSH", at_hand.keys.name("wake"), "nobody", "", b"\xff")
    for _ in range(3):
        await woken(at_hand)
    leased = await at_hand.lanes.lease("w", 9)
    assert (len(leased.leases), leased.opened) == (1, {})


@pytest.mark.parametrize(("most", "got"), [(1, 1), (3, 3), (7, 7), (40, 20)])
async def test_all_shards_together_give_no_more_than_was_asked_for(
    link: RedisLink, most: int, got: int
) -> None:
    at_hand = RedisAtHand(link, Keys("test", "1", shards=4))
    for chat in range(20):
        await at_hand.lanes.put(turn(1, f"{chat}"))
    assert len((await at_hand.lanes.lease("w", most)).leases) == got


async def test_one_full_shard_gives_all_that_was_asked_for(link: RedisLink) -> None:
    at_hand = RedisAtHand(link, Keys("test", "1", shards=4))
    chats = [f"{n}" for n in range(99) if at_hand.keys.shard_of(f"{n}") == 2][:12]
    for chat in chats:
        await at_hand.lanes.put(turn(1, chat))
    assert len((await at_hand.lanes.lease("w", 12)).leases) == 12


CHATS = [f"{number}" for number in range(10)]


async def put_all(at_hand: RedisAtHand) -> None:
    for chat in CHATS:
        await at_hand.lanes.put(turn(1, chat))


def chats_of(leased: Leased) -> list[str]:
    return [lease.chat for lease in leased.leases]


async def finish(at_hand: RedisAtHand, leased: Leased, lease: Lease, number: int = 1) -> None:
    opened = leased.opened.get(lease) or await at_hand.lanes.open(lease)
    await at_hand.lanes.commit(lease, opened.turns, answered(number, lease.chat))
    await at_hand.lanes.release(lease, [number])


async def test_those_next_in_line_come_opened(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await put_all(at_hand)
    first, second, third = [await at_hand.lanes.lease("w", most) for most in (4, 4, 9)]
    assert [chats_of(first), chats_of(second), chats_of(third)] == [
        CHATS[:4],
        CHATS[4:8],
        CHATS[8:],
    ]
    assert first.opened == {}
    for leased in (second, third):
        assert {lease.chat: one.turns for lease, one in leased.opened.items()} == {
            chat: (turn(1, chat),) for chat in chats_of(leased)
        }


async def test_those_that_another_worker_got_meanwhile_stay_untouched(link: RedisLink) -> None:
    at_hand, other = RedisAtHand(link), RedisAtHand(link)
    await put_all(at_hand)
    await at_hand.lanes.lease("w", 4)
    theirs = await other.lanes.lease("other", 4)
    ours = await at_hand.lanes.lease("w", 4)
    assert chats_of(ours) == CHATS[8:]
    assert ours.opened == {}
    for lease in theirs.leases:
        assert not (await at_hand.lanes.stop(lease.chat, 2)).running, "it is not opened yet"


async def test_in_a_long_line_a_chat_stays_with_the_worker_that_knows_its_memory(
    link: RedisLink,
) -> None:
    workers = {"one": RedisAtHand(link), "other": RedisAtHand(link)}
    answered_by: dict[str, list[str]] = {f"{number}": [] for number in range(60)}
    for update_id in range(1, 8):
        for chat in answered_by:
            await workers["one"].lanes.put(turn(update_id, chat))
    for _ in range(30):
        leased = {name: await at_hand.lanes.lease(name, 5) for name, at_hand in workers.items()}
        for name, at_hand in workers.items():
            for lease in leased[name].leases:
                answered_by[lease.chat].append(name)
                await finish(at_hand, leased[name], lease, len(answered_by[lease.chat]))
    stayed = [names for names in answered_by.values() if names[-1] == names[-2]]
    assert len(stayed) > 50, "by chance it would be 30"
    assert {len(names) for names in answered_by.values()} <= {3, 4, 5, 6, 7}, "nobody is left out"


async def test_whoever_is_the_first_in_line_is_leased_whatever_is_named(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    for update_id, chat in enumerate(["x", "y", "a", "b", "ours"], 1):
        await at_hand.lanes.put(turn(update_id, chat))
    await link.call("LREM", at_hand.keys.name("ready"), 0, "ours")
    await link.call("LPUSH", at_hand.keys.name("ready"), "ours")
    leased = await at_hand.lanes.lease("w", 1)
    await finish(at_hand, leased, leased.leases[0])
    await at_hand.lanes.put(turn(6, "ours"))
    assert chats_of(await at_hand.lanes.lease("w", 2)) == ["x", "y"]
    leased = await at_hand.lanes.lease("w", 2)
    assert chats_of(leased) == ["a", "ours"]
    assert [lease.chat for lease in leased.opened] == ["a", "ours"]
    assert chats_of(await at_hand.lanes.lease("w", 1)) == ["b"]


chats = st.sampled_from("abcde")
steps = st.one_of(
    st.tuples(st.just("put"), chats),
    st.tuples(st.just("put"), chats),
    st.tuples(st.just("stop"), chats),
    st.tuples(st.just("lease"), st.integers(1, 3)),
    st.tuples(st.just("lease"), st.integers(1, 3)),
    st.tuples(st.just("commit"), chats),
    st.tuples(st.just("release"), chats),
    st.tuples(st.just("hand_back"), chats),
    st.tuples(st.just("pass_time"), st.just(2 * LEASE_MS)),
)


class Steps:
    """What a worker does, one thing after the other; `held`: each chat's lease and its lane as it
    was opened."""

    def __init__(self, at_hand: RedisAtHand) -> None:
        self.at_hand = at_hand
        self.held: dict[str, tuple[Lease, Opened]] = {}
        self.ids = itertools.count(1)
        self.opened_along = 0

    async def put(self, chat: str) -> None:
        await self.at_hand.lanes.put(turn(next(self.ids), chat))

    async def stop(self, chat: str) -> None:
        await self.at_hand.lanes.stop(chat, next(self.ids))

    async def lease(self, most: int) -> None:
        leased = await self.at_hand.lanes.lease("w", most)
        for lease in leased.leases:
            opened = await self.at_hand.lanes.open(lease)
            along = leased.opened.get(lease)
            assert along in (None, opened)
            self.opened_along += along is not None
            self.held[lease.chat] = lease, opened

    async def commit(self, chat: str) -> None:
        if chat in self.held:
            lease, opened = self.held[chat]
            number = (await self.at_hand.store.load(ConversationId(chat))).last_number + 1
            done = answered(number, chat) if opened.turns else answered(None, chat)
            with suppress(ValueError):
                await self.at_hand.lanes.commit(lease, opened.turns, done)

    async def release(self, chat: str) -> None:
        if chat in self.held:
            await self.at_hand.lanes.release(self.held.pop(chat)[0], [1])

    async def hand_back(self, chat: str) -> None:
        if chat in self.held:
            await self.at_hand.lanes.hand_back(self.held.pop(chat)[0])

    async def pass_time(self, ms: int) -> None:
        await self.at_hand.pass_time(ms)


prefixes = itertools.count()


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(history=st.lists(steps, min_size=20, max_size=60))
async def test_what_comes_along_with_a_lease_is_what_opening_the_lane_gives(
    link: RedisLink, history: list[tuple[str, Any]]
) -> None:
    did = Steps(RedisAtHand(link, Keys(f"along{next(prefixes)}", "1")))
    for name, what in history:
        await getattr(did, name)(what)
    event("opened along" if did.opened_along else "nothing came along")
