"""Cancelling what must not go on."""

from __future__ import annotations

import asyncio
from typing import Any

AGAIN_S = 0.1


def cancel_for_good(task: asyncio.Task[Any]) -> None:
    """Cancel a task, again and again until it has ended. aiohttp takes a cancel that meets its
    own time-out for that time-out, and its caller goes on; both meet whenever a process that
    stood still wakes up."""
    if not task.done():
        task.cancel()
        asyncio.get_running_loop().call_later(AGAIN_S, cancel_for_good, task)
