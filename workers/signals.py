"""SIGTERM and Ctrl-C, told to whoever wants to end well."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

BOTH = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def told_of_signals(
    told: Callable[[signal.Signals], None], kinds: tuple[signal.Signals, ...] = BOTH
) -> Iterator[None]:
    """Call `told` at every such signal, in the event loop, instead of ending the process."""
    loop = asyncio.get_running_loop()
    for kind in kinds:
        loop.add_signal_handler(kind, told, kind)
    try:
        yield
    finally:
        for kind in kinds:
            loop.remove_signal_handler(kind)
