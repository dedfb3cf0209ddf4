"""Leases come from all shards within what was asked for, and opened where a wake token told which
lane there is something to do on."""

from __future__ import annotations

import pytest

from tests.workers.lanes_at_hand import RedisAtHand, answered, take, turn
from workers.keys import Keys
from workers.lanes import Committed
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
