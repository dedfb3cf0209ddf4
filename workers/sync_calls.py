"""Lets code that cannot wait call code that does: the LangChain face's sync methods."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import cache
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


class WouldWaitForItself(RuntimeError):
    """A sync method was called in the event loop that its store belongs to."""


class SyncCalls:
    """Runs coroutines to their end, in another thread's event loop: in `home`, the loop that the
    store's connections belong to, or in one of our own for a store that has none. Always the same
    one, because clients of language models keep connections from one call to the next."""

    def __init__(self, home: asyncio.AbstractEventLoop | None = None) -> None:
        self._home = home

    def run(self, call: Coroutine[Any, Any, Result]) -> Result:
        """Raises WouldWaitForItself in the home loop itself; in any other loop, a notebook's for
        one, that loop waits, as with every sync call."""
        if self._home is not None and _running() is self._home:
            call.close()
            raise WouldWaitForItself("await the async method: the same name with an a before it")
        return asyncio.run_coroutine_threadsafe(call, self._home or _own_loop()).result()


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


@cache
def _own_loop() -> asyncio.AbstractEventLoop:
    """One for the process, begun with the first sync call; it ends with the process."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="sync calls", daemon=True).start()
    return loop
