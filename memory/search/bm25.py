"""BM25, and the window through which an exchange also counts its neighbours' words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float64]
Places = NDArray[np.int64]

K1, B = 1.0, 0.5

WINDOW = ((1, 0.6), (-1, 0.3), (2, 0.3), (-2, 0.1))
"""(how many exchanges before, share of its words that counts here), within the session. More of
what was said before than of what came after, as ../shared/memory.md measured."""


def rarity(holding: float, documents: int) -> float:
    """Idf that is never negative: a word that is everywhere counts for next to nothing."""
    return float(np.log(1 + (documents - holding + 0.5) / (holding + 0.5)))


def damping(lengths: Row) -> Row:
    """What each document's length does to its counts (BM25's k1 term)."""
    mean = float(lengths.mean()) if len(lengths) else 0.0
    return K1 * (1 - B + B * lengths / mean) if mean else np.full(len(lengths), K1)


def gain(times: Row, damped: Row) -> Row:
    """What a word's counts bring each document, before its rarity: 0 to K1 + 1."""
    return times * (K1 + 1) / (times + damped)


def spread(values: Row, sessions: Places) -> Row:
    """Each document's value and the shares of its neighbours'."""
    found = values.copy()
    for before, share in WINDOW:
        here, there = _shifted(before)
        found[here] += share * values[there] * (sessions[here] == sessions[there])
    return found


def best_neighbour(values: Row, sessions: Places) -> Row:
    """The better of the two neighbours' values, within the session."""
    found = np.zeros(len(values))
    for before in (1, -1):
        here, there = _shifted(before)
        beside = values[there] * (sessions[here] == sessions[there])
        found[here] = np.maximum(found[here], beside)
    return found


def _shifted(before: int) -> tuple[slice, slice]:
    if before > 0:
        return slice(before, None), slice(None, -before)
    return slice(None, before), slice(-before, None)
