"""What is embedded of an exchange, and what is kept of its embeddings. Pure.

The vectors of a conversation are kept once for all the kinds that compare embeddings
(kind.Embedding), in this shape, which is such a kind's state:

    {"model": name, "vectors": {"<number of the exchange>": its chunks, packed}}

An exchange has one vector for each chunk of what was said in it; packed, each is as many signed
bytes as the vector has numbers, all as base64 ("" for an exchange that cannot be embedded). A
byte a number keeps cosines to about 0.01, at an eighth of the room. Of another model nothing can be
compared: a state is begun anew.
"""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Mapping, Sequence

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
    rows = b"".join(_as_bytes(vector) for vector in vectors)
    return b64encode(rows).decode("ascii")


def with_packed(state: State, model: str, new: Mapping[int, str]) -> State:
    """The state with these exchanges' packed vectors in it; the given state is left alone."""
    known = state.get("vectors", {}) if state.get("model") == model else {}
    added = {str(number): kept for number, kept in new.items()}
    return {"model": model, "vectors": {**known, **added}}


def numbers_in(state: State, model: str) -> list[int]:
    """The exchanges that this model has embedded, in no order."""
    return list(map(int, state["vectors"])) if state.get("model") == model else []


def _as_bytes(vector: Vector) -> bytes:
    largest = max(map(abs, vector)) or 1
    return array("b", [round(value / largest * _LARGEST) for value in vector]).tobytes()


def _plain(text: str) -> str:
    return " ".join(text.split())
