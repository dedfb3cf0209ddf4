"""A clock that stands still until a test moves it, and sleeps that end by it."""

from __future__ import annotations

import asyncio
import itertools
from heapq import heappop, heappush


class MovedClock:
    """Call it for the time in seconds; `sleep` takes the place of asyncio.sleep."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now
        self.asked: list[float] = []
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self.now + seconds, next(self._order), woken))
        await woken

    @property
    def asleep(self) -> int:
        return sum(not woken.done() for _, _, woken in self._sleepers)

    def advance(self, seconds: float) -> None:
        """Move the clock and wake whoever's time has come; they run when the test next waits."""
        self.now += seconds
        while self._sleepers and self._sleepers[0][0] <= self.now + 1e-9:
            _, _, woken = heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)
