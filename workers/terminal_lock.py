"""One turn of the terminal's chat at a time, however many terminals are open on one folder."""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from workers.lanes import Beat, Lanes, Lease, Leased

RETRY_S = 0.05


@asynccontextmanager
async def terminal_lock(home: Path) -> AsyncIterator[None]:
    """Hold the folder's terminal lock; the system frees it when the process ends, however."""
    handle = _open_lock(home)
    try:
        while not _locked(handle):  # noqa: ASYNC110  # another process sets no event
            await asyncio.sleep(RETRY_S)
        yield
    finally:
        os.close(handle)


def _open_lock(home: Path) -> int:
    home.mkdir(parents=True, exist_ok=True)
    return os.open(home / "terminal.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class GatedLanes:
    """Lanes that lease nothing while their gate is closed.

    Several terminals share one lane; each opens its gate only while it holds the terminal lock,
    so that a terminal answers the turns it put itself. Memory may be tended by any of them.
    """

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._leasing = asyncio.Lock()
        self._opened = asyncio.Event()
        self._closed = asyncio.Event()
        self._closed.set()

    @asynccontextmanager
    async def open_gate(self) -> AsyncIterator[None]:
        """Let leases through; on leaving, waits for a lease call that is under way, so that
        nothing is leased any more once the terminal lock is given up."""
        self._closed.clear()
        self._opened.set()
        try:
            yield
        finally:
            self._opened.clear()
            self._closed.set()
            async with self._leasing:
                pass

    async def lease(self, worker: str, most: int) -> Leased:
        async with self._leasing:
            return await self._lanes.lease(worker, most if self._opened.is_set() else 0)

    async def beat(self, leases: Sequence[Lease]) -> Beat:
        return await self._lanes.beat(leases)

    async def hand_back(self, lease: Lease) -> None:
        await self._lanes.hand_back(lease)

    async def wait(self, timeout_s: float) -> None:
        """With the gate closed, wait for it alone: another terminal's wake-ups are not ours."""
        if self._opened.is_set():
            await _first_of(self._lanes.wait(timeout_s), self._closed.wait())
        else:
            await _first_of(asyncio.sleep(timeout_s), self._opened.wait())

    def on_stop(self, told: Callable[[str], None]) -> None:
        self._lanes.on_stop(told)

    def on_rejoin(self, told: Callable[[str, int], None]) -> None:
        self._lanes.on_rejoin(told)

    def on_beside(self, told: Callable[[str, int], None]) -> None:
        self._lanes.on_beside(told)


async def _first_of(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait until one of them ends, and end the others; an error of the first is raised."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
