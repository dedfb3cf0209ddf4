"""Notes when a process stood still although nobody froze it: the machine had no time for it.

What its own code computes meanwhile is no excuse, so a gap counts only when the process was not
the one that used the processor.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

EVERY_S = 0.05
STOOD_STILL_S = 0.1


async def beat(stood_still: Callable[[float, float], None]) -> None:
    """Goes on until it is cancelled; told (began, ended) of each standstill."""
    began, used = time.monotonic(), time.process_time()
    while True:
        await asyncio.sleep(EVERY_S)
        now, used_now = time.monotonic(), time.process_time()
        if is_standstill(now - began, used_now - used):
            stood_still(began, now)
        began, used = now, used_now


def is_standstill(passed_s: float, used_s: float) -> bool:
    """Whether so long a beat, with so much of it spent in the process' own code, was one."""
    late_s = passed_s - EVERY_S
    return late_s > STOOD_STILL_S and used_s < late_s / 2
