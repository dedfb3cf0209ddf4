"""Waits for another process, which can set no event of ours; never for a length of time."""

from __future__ import annotations

import time
from collections.abc import Callable

PAUSE_S = 0.01


def wait_until(condition: Callable[[], bool], otherwise: str, patience_s: float = 20.0) -> None:
    """Look until it is so; fails with `otherwise` when patience is at its end. What the
    condition raises passes through."""
    deadline = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < deadline, otherwise
        time.sleep(PAUSE_S)  # between two looks at another process, so that it gets the core
