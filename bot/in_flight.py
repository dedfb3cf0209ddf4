"""A call to Telegram that is let end, although whoever waits for it is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from workers.cancelling import cancel_for_good

Result = TypeVar("Result")


class InFlight:
    """A frame that was given up in mid-call might still be shown, after the text that followed
    it; a message that was given up might be there without anyone knowing its id."""

    def __init__(self) -> None:
        self._call: asyncio.Task[Any] | None = None

    async def run(self, call: Coroutine[Any, Any, Result]) -> Result:
        task = asyncio.create_task(call)
        task.add_done_callback(_look_at)
        self._call = task
        return await asyncio.shield(task)

    async def ended(self, at_most_s: float) -> None:
        """Return when the last call has ended; one that takes longer is cancelled."""
        if self._call is None or self._call.done():
            return
        try:
            await asyncio.wait({self._call}, timeout=at_most_s)
        finally:
            cancel_for_good(self._call)


def _look_at(task: asyncio.Task[Any]) -> None:
    """So that asyncio does not complain of what nobody waits for any more."""
    if not task.cancelled():
        task.exception()
