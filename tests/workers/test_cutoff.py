from __future__ import annotations

import asyncio

import pytest

from workers.cutoff import Cutoff


async def test_a_wait_ends_when_it_is_cut() -> None:
    cutoff, waiting = Cutoff(), asyncio.Event()

    async def wait() -> None:
        async with cutoff.within(60):
            waiting.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(wait())
    await waiting.wait()
    cutoff.now()

    with pytest.raises(TimeoutError):
        await task


async def test_a_wait_that_begins_after_the_cut_ends_at_its_first_await() -> None:
    cutoff = Cutoff()
    cutoff.now()

    with pytest.raises(TimeoutError):
        async with cutoff.within(None) as wait:
            await asyncio.Event().wait()

    assert wait.expired()


async def test_a_wait_ends_at_its_time_without_being_cut() -> None:
    cutoff = Cutoff()

    with pytest.raises(TimeoutError):
        async with cutoff.within(0.001):
            await asyncio.Event().wait()

    assert not cutoff.cut


async def test_cutting_after_the_wait_is_over_harms_nobody() -> None:
    cutoff = Cutoff()
    async with cutoff.within(60):
        pass
    cutoff.now()
    cutoff.now()

    await asyncio.sleep(0)

    assert cutoff.cut


async def test_a_time_out_from_inside_is_told_apart() -> None:
    cutoff = Cutoff()

    with pytest.raises(TimeoutError):
        async with cutoff.within(60) as wait:
            raise TimeoutError

    assert not wait.expired()


async def test_being_cancelled_from_outside_stays_a_cancellation() -> None:
    cutoff, waiting = Cutoff(), asyncio.Event()

    async def wait() -> None:
        async with cutoff.within(60):
            waiting.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(wait())
    await waiting.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
