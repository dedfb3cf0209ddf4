"""SIGTERM and Ctrl-C, told to whoever wants to end well."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def told_of_signals(told: Callable[[], None]) -> Iterator[None]:
    """Call `told` at every SIGTERM or SIGINT, in the event loop, instead of ending the process."""
    loop = asyncio.get_running_loop()
    kinds = (signal.SIGTERM, signal.SIGINT)
    for kind in kinds:
        loop.add_signal_handler(kind, told)
    try:
        yield
    finally:
        for kind in kinds:
            loop.remove_signal_handler(kind)
