"""A deadline that can be brought forward: for waits that a signal or the user may end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Cutoff:
    """Ends the waits inside it, at their time-out or when somebody calls `now`, whichever comes
    first. Once cut, every later wait ends at its first await."""

    def __init__(self) -> None:
        self._cut = False
        self._waits: set[asyncio.Timeout] = set()

    @property
    def cut(self) -> bool:
        return self._cut

    def now(self) -> None:
        self._cut = True
        for wait in self._waits:
            _end(wait)

    @asynccontextmanager
    async def within(self, seconds: float | None) -> AsyncIterator[asyncio.Timeout]:
        """Raises TimeoutError when the wait was ended; its `expired()` tells such an end from a
        TimeoutError that the code inside raised."""
        async with asyncio.timeout(seconds) as wait:
            self._waits.add(wait)
            try:
                if self._cut:
                    _end(wait)
                yield wait
            finally:
                self._waits.discard(wait)


def _end(wait: asyncio.Timeout) -> None:
    if not wait.expired():
        wait.reschedule(asyncio.get_running_loop().time())
