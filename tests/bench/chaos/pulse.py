"""Notes when a process stood still although nobody froze it: the machine had no time for it.

What its own code computes meanwhile is no excuse, so a gap counts only when the process was not
the one that used the processor. Each beat is left in a file, so that whoever kills the process
knows what it can tell nobody any more: that it stood still when it was killed.
"""

from __future__ import annotations

import asyncio
import os
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

EVERY_S = 0.05
STOOD_STILL_S = 0.1


class Beat(NamedTuple):
    """used: seconds of the processor that the process has had by then."""

    at: float
    used: float


LAID_OUT = struct.Struct("dd")


def beat_of(pid: int) -> Beat | None:
    """Of another process, as it would beat now; None where the system does not tell."""
    try:
        return Beat(time.monotonic(), time.clock_gettime(~pid << 3 | 2))  # as Linux numbers them
    except OSError:
        return None


def last_beat(left: Path) -> Beat | None:
    """None: it did not beat yet."""
    try:
        return Beat(*LAID_OUT.unpack(left.read_bytes()))
    except (FileNotFoundError, struct.error):
        return None


@contextmanager
def leaving(path: Path) -> Iterator[Callable[[Beat], None]]:
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        yield lambda beat: _write(file, beat)
    finally:
        os.close(file)


def _write(file: int, beat: Beat) -> None:
    os.pwrite(file, LAID_OUT.pack(*beat), 0)


async def beat(path: Path, stood_still: Callable[[float, float], None]) -> None:
    """Goes on until it is cancelled; told (began, ended) of each standstill."""
    with leaving(path) as leave:
        last = Beat(time.monotonic(), time.process_time())
        while True:
            leave(last)
            await asyncio.sleep(EVERY_S)
            now = Beat(time.monotonic(), time.process_time())
            if stood_still_between(last, now):
                stood_still(last.at, now.at)
            last = now


def stood_still_between(last: Beat, now: Beat) -> bool:
    """Whether the process stood still between the two."""
    return is_standstill(now.at - last.at, now.used - last.used)


def is_standstill(passed_s: float, used_s: float) -> bool:
    """Whether so long a beat, with so much of it spent in the process' own code, was one."""
    late_s = passed_s - EVERY_S
    return late_s > STOOD_STILL_S and used_s < late_s / 2
