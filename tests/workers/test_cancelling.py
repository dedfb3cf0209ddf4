"""A cancel that a library swallows."""

from __future__ import annotations

import asyncio

import pytest

from workers.cancelling import cancel_for_good


class Swallowing:
    """Work that goes on after its first cancel, as a call of aiohttp does whose time-out fell
    due at the same moment."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.cancels = 0

    async def work(self) -> None:
        while True:
            self.begun.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancels += 1
                if self.cancels > 1:
                    raise


async def test_a_cancel_that_was_swallowed_comes_again() -> None:
    swallowing = Swallowing()
    task = asyncio.create_task(swallowing.work())
    await swallowing.begun.wait()

    cancel_for_good(task)

    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(5):
            await task
    assert swallowing.cancels == 2


async def test_what_has_ended_is_left_alone() -> None:
    task = asyncio.create_task(asyncio.sleep(0, "done"))
    await task

    cancel_for_good(task)

    assert task.result() == "done"
