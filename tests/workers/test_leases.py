from __future__ import annotations

import asyncio

import pytest

from tests.workers.test_cancelling import Swallowing
from workers.lanes import Lease, LeaseLost
from workers.leases import Held
from workers.redis_link import NotSent, OutcomeUnknown


def held(now: list[float], lease_s: float = 15.0) -> Held:
    return Held(Lease("1", 1), lease_s, since=now[0], clock=lambda: now[0])


def test_a_lease_counts_from_before_it_was_asked_for_and_ends_a_little_early() -> None:
    now = [100.0]
    ours = held(now)

    now[0] = 114.2
    before = ours.over
    now[0] = 114.25

    assert (before, ours.over) == (False, True)


def test_a_beat_renews_it_from_when_the_beat_was_sent() -> None:
    now = [100.0]
    ours = held(now)

    ours.renewed(105.0)
    ours.renewed(101.0)  # told late

    now[0] = 119.2
    assert not ours.over
    assert ours.left_s == pytest.approx(0.05)


def test_nothing_is_sent_that_might_arrive_after_the_lease() -> None:
    now = [100.0]
    ours = held(now)

    now[0] = 112.8
    ours.still_ours()
    now[0] = 112.9
    with pytest.raises(LeaseLost):
        ours.still_ours()

    assert not ours.over


async def test_a_call_is_repeated_until_the_server_answers() -> None:
    faults: list[Exception] = [NotSent("down"), OutcomeUnknown("lost")]

    async def call() -> str:
        if faults:
            raise faults.pop()
        return "done"

    assert await held([0.0]).surely(call) == "done"


async def test_a_call_is_not_repeated_when_the_lease_would_be_over() -> None:
    now, calls = [0.0], 0

    async def call() -> None:
        nonlocal calls
        calls += 1
        now[0] += 14.95
        raise OutcomeUnknown("lost")

    with pytest.raises(LeaseLost):
        await held(now).surely(call)

    assert calls == 1


async def test_other_errors_pass_through() -> None:
    async def call() -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        await held([0.0]).surely(call)


async def test_a_result_that_is_heard_of_after_the_lease_is_not_acted_on() -> None:
    now = [100.0]
    ours = held(now)

    async def frozen_meanwhile() -> str:
        now[0] += 15
        return "committed"

    with pytest.raises(LeaseLost):
        await ours.surely(frozen_meanwhile)


async def test_leaving_is_noted_before_the_call() -> None:
    ours, seen = held([0.0]), []

    async def call() -> None:
        seen.append(ours.leaving)

    await ours.leave(call)

    assert seen == [True]


async def test_ending_cancels_the_work() -> None:
    ours, begun = held([0.0]), asyncio.Event()

    async def work() -> None:
        begun.set()
        await asyncio.Event().wait()

    ours.task = asyncio.create_task(work())
    await begun.wait()
    ours.end()

    with pytest.raises(asyncio.CancelledError):
        await ours.task
    assert ours.ended


async def test_work_that_swallows_a_cancel_is_ended_all_the_same() -> None:
    ours, swallowing = held([0.0]), Swallowing()
    ours.task = asyncio.create_task(swallowing.work())
    await swallowing.begun.wait()

    ours.end()

    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(5):
            await ours.task
