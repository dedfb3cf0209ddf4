"""How near exchanges' embeddings are to a question's. Pure; apart from memory/embedded.py because
it loads numpy, which only those need who recall."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory.embedded import Vector
from memory.kind import State


def similarities(state: State, vector: Vector, numbers: Sequence[int]) -> dict[int, float]:
    """Number -> cosine of its nearest chunk and the question's `vector`, -1 to 1. Exchanges that
    are not embedded, or not as vectors of that length, are not in it."""
    vectors, size = state.get("vectors", {}), len(vector)
    kept = [(number, b64decode(vectors.get(str(number), ""))) for number in numbers]
    kept = [(number, rows) for number, rows in kept if rows and len(rows) % size == 0]
    if not kept:
        return {}
    cosines = _cosines(b"".join(rows for _, rows in kept), vector)
    first = np.cumsum([0, *(len(rows) // size for _, rows in kept[:-1])])
    best = np.maximum.reduceat(cosines, first)
    return {number: float(cosine) for (number, _), cosine in zip(kept, best, strict=True)}


def _cosines(rows: bytes, vector: Vector) -> NDArray[np.float32]:
    asked = np.array(vector, dtype=np.float32)
    table = np.frombuffer(rows, dtype=np.int8).reshape(-1, len(asked)).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", table, table)) * np.linalg.norm(asked)
    cosines: NDArray[np.float32] = table @ asked / np.maximum(lengths, np.float32(1e-9))
    return cosines
