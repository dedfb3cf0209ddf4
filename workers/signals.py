"""SIGTERM and Ctrl-C, told to whoever wants to end well."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

BOTH = (signal.SIGTERM, signal.SIGINT)


def nothing() -> None:
    """For a signal that changes nothing."""


@dataclass(slots=True)
class Ending:
    """How a process ends: `begin` is called at the first signal, `hurry` at each later one."""

    begin: Callable[[], object]
    hurry: Callable[[], object] = nothing
    begun: bool = False

    def told(self, _: signal.Signals) -> None:
        how, self.begun = (self.hurry if self.begun else self.begin), True
        how()


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


@contextmanager
def ended_by_signals() -> Iterator[Ending]:
    """For the whole life of a process, from before it opens anything until all is closed: a
    signal never cuts its tidying up. Until `begin` is set to something gentler the first one
    cancels the task, which then leaves this context without an error. Signals that come after
    it are ignored, for the process is at its end."""
    task = asyncio.current_task()
    assert task  # noqa: S101  # we run in one
    ending = Ending(begin=task.cancel)
    try:
        with told_of_signals(ending.told):
            yield ending
    except asyncio.CancelledError:
        if not ending.begun or task.uncancel():
            raise
    finally:
        for kind in BOTH:
            signal.signal(kind, signal.SIG_IGN)
