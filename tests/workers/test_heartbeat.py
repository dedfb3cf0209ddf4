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


class Slow(Beaten):
    """Answers when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()
        self.answered: list[list[Lease]] = []

    async def beat(self, leases: Sequence[Lease]) -> Beat:
        beat = await super().beat(leases)
        await self.go_on.wait()
        self.answered.append(list(leases))
        self._news.set()
        return beat


def hold(lease: Lease, lease_s: float = 15.0, *, ago_s: float = 0.0) -> Held:
    """One that was asked for so long ago."""
    loop = asyncio.get_running_loop()
    held = Held(lease, lease_s, since=loop.time() - ago_s, clock=loop.time)
    held.task = asyncio.create_task(_endless())
    return held


@asynccontextmanager
async def beating(
    lanes: Beaten, held: set[Held], lease_s: float = 15.0
) -> AsyncIterator[Heartbeat]:
    heart = Heartbeat(cast("Lanes", lanes), held, lease_s, clock=asyncio.get_running_loop().time)
    task = asyncio.create_task(heart.run())
    for one in held:
        heart.begin(one)
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


async def ended(held: Held) -> None:
    assert held.task is not None
    async with asyncio.timeout(4):  # less than a third of a lease
        await asyncio.wait([held.task])
    assert held.ended


async def test_a_lease_that_runs_out_costs_the_others_no_beat() -> None:
    short, long, lanes = hold(Lease("1", 1), 1.0), hold(Lease("2", 2)), Slow()
    until = long.until

    async with beating(lanes, {short, long}) as heart:
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 1)
        await ended(short)
        lanes.go_on.set()
        await lanes.until(lambda: len(lanes.answered) == 1)
        heart.soon("2")
        await lanes.until(lambda: len(lanes.answered) == 2)

    assert lanes.asked == lanes.answered
    assert set(lanes.asked[0]) == {short.lease, long.lease}
    assert lanes.asked[1] == [long.lease]
    assert long.until > until


async def test_a_lease_that_was_long_on_its_way_is_renewed_at_once() -> None:
    lanes, held = Beaten(), {hold(Lease("1", 1))}

    async with beating(lanes, held) as heart:
        late = hold(Lease("2", 2), ago_s=10)
        held.add(late)
        heart.begin(late)
        await lanes.until(lambda: len(lanes.asked) == 1)

    assert late.left_s > 13
    assert not late.ended


async def test_a_lease_that_is_over_before_the_others_ends_then() -> None:
    lanes, held = Slow(), {hold(Lease("1", 1))}

    async with beating(lanes, held) as heart:
        heart.soon("1")
        await lanes.until(lambda: len(lanes.asked) == 1)
        short = hold(Lease("2", 2), 0.3)
        held.add(short)
        heart.begin(short)
        await ended(short)

        assert [one for one in held if one.ended] == [short]


async def test_after_a_rest_the_next_lease_is_looked_after_as_well() -> None:
    loop, lanes, held = asyncio.get_running_loop(), Beaten(), set[Held]()
    heart = Heartbeat(cast("Lanes", lanes), held, 15.0, clock=loop.time)
    running = asyncio.create_task(heart.run())
    only = hold(Lease("1", 1), 0.3)
    held.add(only)
    heart.begin(only)
    await ended(only)
    held.clear()
    only = hold(Lease("2", 2), 0.3)
    held.add(only)

    heart.begin(only)

    await ended(only)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_where_a_server_is_away_only_its_leases_are_not_renewed() -> None:
    near, away = hold(Lease("7", 1), 0.3), hold(Lease("8", 1), 0.3)
    lanes = Beaten(*[Beat(frozenset(), frozenset(), frozenset({away.lease}))] * 50)
    async with beating(lanes, {near, away}, 0.3):
        await ended(away)
        assert not near.ended
        assert near.left_s > 0
