"""A signal ends a process well: whatever comes after the first never cuts its tidying up."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from workers.signals import BOTH, Ending, ended_by_signals


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {kind: signal.getsignal(kind) for kind in BOTH}
    yield
    for kind, handler in before.items():
        signal.signal(kind, handler)


async def told(ending: Ending, kind: signal.Signals, times: int) -> None:
    """Send it, and wait until it was heard."""
    heard = asyncio.Event()
    before = ending.begin, ending.hurry

    def hear() -> None:
        before[0 if times == 1 else 1]()
        heard.set()

    ending.begin = ending.hurry = hear
    os.kill(os.getpid(), kind)
    await heard.wait()
    ending.begin, ending.hurry = before


async def test_the_first_signal_begins_the_end_and_later_ones_hurry_it() -> None:
    done: list[str] = []
    with ended_by_signals() as ending:
        ending.begin, ending.hurry = lambda: done.append("begin"), lambda: done.append("hurry")
        await told(ending, signal.SIGTERM, 1)
        await told(ending, signal.SIGINT, 2)
        await told(ending, signal.SIGTERM, 3)
    assert done == ["begin", "hurry", "hurry"]


async def test_a_signal_while_it_starts_ends_it_without_an_error_and_lets_it_tidy_up() -> None:
    tidied = False
    with ended_by_signals() as ending:
        os.kill(os.getpid(), signal.SIGTERM)
        try:
            await asyncio.Event().wait()
        finally:
            await told(ending, signal.SIGTERM, 2)
            tidied = True
    assert tidied
    await asyncio.sleep(0)  # raises if the cancellation were still on its way


async def test_signals_after_the_end_are_ignored() -> None:
    with ended_by_signals():
        pass
    for kind in BOTH:
        os.kill(os.getpid(), kind)
        assert signal.getsignal(kind) is signal.SIG_IGN


async def test_a_cancellation_that_no_signal_asked_for_goes_on() -> None:
    async def wait() -> None:
        with ended_by_signals():
            await asyncio.Event().wait()

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
