"""What is kept of exchanges' embeddings, and how near they are to a question's. Pure.

The vectors of a conversation are kept once for all the kinds that compare embeddings
(kind.Embedding), in this shape, which is such a kind's state:

    {"model": name, "vectors": {"<number of the exchange>": its chunks, packed}}

An exchange has one vector for each chunk of what was said in it; packed, each is as many signed
bytes as the vector has numbers, all as base64 ("" for an exchange that cannot be embedded). A
byte a number keeps cosines to about 0.01, at an eighth of the room. Of another model nothing can be
compared: a state is begun anew.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from memory.chunks import chunks
from memory.conversation import Exchange
from memory.kind import State

Vector = Sequence[float]
_LARGEST = 127


def texts_to_embed(exchange: Exchange) -> tuple[str, ...]:
    """The chunks of an exchange, white space collapsed; a question and its answer stand in the
    same chunk as long as they fit. () for an exchange that says nothing."""
    said = "\n".join(filter(None, (_plain(exchange.user), _plain(exchange.assistant))))
    return chunks(said)


def packed(vectors: Sequence[Vector]) -> str:
    """As they are kept; what is lost is their length, and what is finer than a byte shows."""
    if not vectors:
        return ""
    rows = np.array(vectors, dtype=np.float64)
    largest = np.abs(rows).max(axis=1, keepdims=True)
    scaled = rows / np.where(largest > 0, largest, 1) * _LARGEST
    return b64encode(scaled.round().astype(np.int8).tobytes()).decode("ascii")


def with_packed(state: State, model: str, new: Mapping[int, str]) -> State:
    """The state with these exchanges' packed vectors in it; the given state is left alone."""
    known = state.get("vectors", {}) if state.get("model") == model else {}
    added = {str(number): kept for number, kept in new.items()}
    return {"model": model, "vectors": {**known, **added}}


def numbers_in(state: State, model: str) -> list[int]:
    """The exchanges that this model has embedded, in no order."""
    return list(map(int, state["vectors"])) if state.get("model") == model else []


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


def _plain(text: str) -> str:
    return " ".join(text.split())
