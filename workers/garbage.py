"""How often Python looks for garbage that only refers to itself."""

from __future__ import annotations

import gc

NEW_OBJECTS = 20_000
YOUNGER_LOOKS = 20


def look_seldom() -> None:
    """For a process that is loaded and goes on: a turn leaves next to nothing that reference
    counts do not free, and by Python's default a sixth of a busy worker's time went into looking.
    What is there already, modules above all, is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNGER_LOOKS, YOUNGER_LOOKS)
