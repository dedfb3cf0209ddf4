"""Some servers of a cluster are out of reach, and the others' chats go on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.workers.lanes_at_hand import RedisAtHand, turn
from workers.in_reach import all_in_reach
from workers.keys import Keys
from workers.lanes import Lease
from workers.link import Argument, Link, NotSent, OutcomeUnknown, Response, Script
from workers.redis_link import RedisLink

KEYS = Keys("test", "1", shards=2)
CHATS = [f"{number}" for number in range(8)]


class PartlyAway:
    """A link to two servers of which one is away, in one way or another."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.call = link.call
        self.subscribe = link.subscribe
        self.how: Exception | None = None
        self.away: set[int] = set()

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        if any(f":s{shard:02d}}}" in keys[0] for shard in self.away):
            if self.how is None:
                await asyncio.Event().wait()
            else:
                raise self.how
        return await self._link.run(script, keys, args)


@pytest.fixture
def partly(link: RedisLink) -> PartlyAway:
    return PartlyAway(link)


def lanes_on(partly: PartlyAway) -> RedisAtHand:
    return RedisAtHand(partly, KEYS, lease_ms=600)  # type: ignore[arg-type]  # what the lanes want


async def put_all(at_hand: RedisAtHand) -> tuple[set[str], set[str]]:
    """The chats of either server."""
    for chat in CHATS:
        await at_hand.lanes.put(turn(1, chat))
    there = {chat for chat in CHATS if KEYS.shard_of(chat)}
    return set(CHATS) - there, there


def chats_of(leases: Sequence[Lease]) -> set[str]:
    return {lease.chat for lease in leases}


AWAY = pytest.mark.parametrize("how", [NotSent(), OutcomeUnknown(), None], ids=str)


@AWAY
async def test_what_one_server_leases_is_kept_while_another_is_away(
    partly: PartlyAway, how: Exception | None
) -> None:
    at_hand = lanes_on(partly)
    here, there = await put_all(at_hand)
    partly.away, partly.how = {1}, how
    leased = await at_hand.lanes.lease("w", 99)
    assert chats_of(leased.leases) == here
    assert leased.next_due_ms is not None
    assert leased.next_due_ms <= 500
    partly.away = set()
    assert chats_of((await at_hand.lanes.lease("w", 99)).leases) == there


@AWAY
async def test_the_leases_of_one_server_are_renewed_while_another_is_away(
    partly: PartlyAway, how: Exception | None
) -> None:
    at_hand = lanes_on(partly)
    _, there = await put_all(at_hand)
    leases = (await at_hand.lanes.lease("w", 99)).leases
    stale = [Lease(lease.chat, lease.fence - 1) for lease in leases]
    partly.away, partly.how = {1}, how
    beat = await at_hand.lanes.beat([*leases, *stale])
    assert chats_of(list(beat.unheard)) == there
    assert beat.lost == {lease for lease in stale if lease.chat not in there}


async def test_where_none_is_in_reach_that_is_said(partly: PartlyAway) -> None:
    at_hand = lanes_on(partly)
    await put_all(at_hand)
    leases = (await at_hand.lanes.lease("w", 99)).leases
    partly.away, partly.how = {0, 1}, NotSent()
    with pytest.raises(NotSent):
        await at_hand.lanes.beat(leases)
    with pytest.raises(NotSent):
        await at_hand.lanes.lease("w", 99)
    assert (await at_hand.lanes.beat([])).unheard == frozenset()


async def test_where_one_is_away_and_the_other_hangs_it_is_a_server_s_trouble() -> None:
    """Nothing else may come out of it: a worker waits out servers' troubles and nothing else."""

    async def hangs() -> int:
        await asyncio.Event().wait()
        return 1

    async def away() -> int:
        raise NotSent

    with pytest.raises(OutcomeUnknown):
        await all_in_reach([hangs(), away()], 0.01)


async def test_a_fault_of_ours_is_not_taken_for_a_server_s() -> None:
    async def well() -> int:
        return 1

    async def wrong() -> int:
        raise UnicodeError

    with pytest.raises(UnicodeError):
        await all_in_reach([well(), wrong()], 1)


async def test_who_gives_up_the_asking_gives_up_every_call() -> None:
    cancelled: list[str] = []

    async def endless(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.append(name)

    asking = asyncio.create_task(all_in_reach([endless("a"), endless("b")], 1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await asyncio.sleep(0)
    assert cancelled == ["a", "b"]
