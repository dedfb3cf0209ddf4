from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import cast

from workers.heartbeat import Heartbeat
from workers.lanes import Beat, Lanes, Lease
from workers.leases import Held
from workers.redis_link import OutcomeUnknown

NOTHING = Beat(frozenset(), frozenset())


class Beaten:
    """Lanes that answer beats from a list: first in, first out; then nothing is amiss."""

    def __init__(self, *answers: Beat | Exception) -> None:
        self._answers = deque(answers)
        self._news = asyncio.Event()
        self.asked: list[list[Lease]] = []

    async def beat(self, leases: Sequence[Lease]) -> Beat:
        self.asked.append(list(leases))
        self._news.set()
        answer = self._answers.popleft() if self._answers else NOTHING
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not condition():
                self._news.clear()
                await self._news.wait()


async def _endless() -> None:
    await asyncio.Event().wait()


def hold(lease: Lease, lease_s: float = 15.0) -> Held:
    loop = asyncio.get_running_loop()
    held = Held(lease, lease_s, since=loop.time(), clock=loop.time)
    held.task = asyncio.create_task(_endless())
    return held


@asynccontextmanager
async def beating(
    lanes: Beaten, held: set[Held], lease_s: float = 15.0
) -> AsyncIterator[Heartbeat]:
    heart = Heartbeat(cast("Lanes", lanes), held, lease_s, clock=asyncio.get_running_loop().time)
    task = asyncio.create_task(heart.run())
    heart.begin()
    try:
        yield heart
    finally:
        for each in (task, *(one.task for one in held)):
            if each is not None:
                each.cancel()
                with suppress(asyncio.CancelledError):
                    await each


async def test_all_leases_are_renewed_in_one_call_three_times_per_lease() -> None:
    lanes, held = Beaten(), {hold(Lease("1", 1), 0.3), hold(Lease("2", 2), 0.3)}
    loop = asyncio.get_running_loop()
    began = loop.time()

    async with beating(lanes, held, 0.3):
        await lanes.until(lambda: len(lanes.asked) == 4)

    assert loop.time() - began >= 0.39
    assert all(len(leases) == 2 for leases in lanes.asked)
    assert not any(one.ended for one in held)


async def test_the_work_on_a_lost_lease_is_ended_and_not_asked_about_again() -> None:
    lost, kept = hold(Lease("1", 1)), hold(Lease("2", 2))
    lanes = Beaten(Beat(frozenset({lost.lease}), frozenset()))

    async with beating(lanes, {lost, kept}) as heart:
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 1)
        heart.soon("2")
        await lanes.until(lambda: len(lanes.asked) == 2)

    assert (lost.ended, kept.ended) == (True, False)
    assert lanes.asked[1] == [kept.lease]


async def test_a_lease_that_we_give_up_ourselves_is_not_lost() -> None:
    leaving = hold(Lease("1", 1))
    leaving.leaving = True
    lanes = Beaten(Beat(frozenset({leaving.lease}), frozenset()))

    async with beating(lanes, {leaving}) as heart:
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 1)
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 2)

    assert not leaving.ended


async def test_a_stopped_turn_is_told() -> None:
    ours = hold(Lease("1", 1))
    lanes = Beaten(Beat(frozenset(), frozenset({ours.lease})))

    async with beating(lanes, {ours}) as heart:
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 1)
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 2)

    assert ours.stopped
    assert not ours.ended


async def test_a_hint_about_somebody_else_s_chat_is_no_reason_to_ask() -> None:
    lanes = Beaten()

    async with beating(lanes, {hold(Lease("1", 1))}) as heart:
        heart.soon("2")
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 1)

    assert len(lanes.asked) == 1


async def test_beats_that_do_not_get_through_end_the_work_by_our_own_clock() -> None:
    ours = hold(Lease("1", 1), 0.3)
    lanes = Beaten(*[OutcomeUnknown("lost")] * 99)
    assert ours.task is not None
    began = asyncio.get_running_loop().time()

    async with beating(lanes, {ours}, 0.3):
        async with asyncio.timeout(5):
            await asyncio.wait([ours.task])
        took = asyncio.get_running_loop().time() - began

    assert ours.ended
    assert 0.25 <= took < 2


async def test_a_beat_that_hangs_does_not_outlast_the_lease() -> None:
    ours = hold(Lease("1", 1), 0.3)

    class Hanging(Beaten):
        async def beat(self, leases: Sequence[Lease]) -> Beat:
            await asyncio.Event().wait()
            return NOTHING

    assert ours.task is not None
    async with beating(Hanging(), {ours}, 0.3), asyncio.timeout(5):
        await asyncio.wait([ours.task])

    assert ours.ended


async def test_one_missed_beat_is_made_up_for() -> None:
    ours = hold(Lease("1", 1), 15)
    lanes = Beaten(OutcomeUnknown("lost"))

    async with beating(lanes, {ours}) as heart:
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 2)

    assert not ours.ended
