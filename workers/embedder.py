"""The embedder's port, what is promised of every version, and the question's own in time."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from typing import Protocol

import structlog

from workers.language_model import ContextTooLong, ModelRefused, ModelUnavailable

log = structlog.get_logger()

Embedding = tuple[float, ...]
"""A text's place in the model's space, of length 1, so that products are cosines."""

EMBEDDER_TROUBLE = (ModelUnavailable, ModelRefused, ContextTooLong)
"""What every version raises, with the language model's meanings: later, never, with less."""


class Embedder(Protocol):
    """Turns texts into embeddings, which mean nothing beside those of another `name`.

    Any text may be given, empty ones and lone surrogates too. Raises EMBEDDER_TROUBLE only, whose
    messages are short codes and hold nothing of the texts.
    """

    @property
    def name(self) -> str: ...

    async def question(self, text: str) -> Embedding:
        """Of what is searched for; some models put questions and passages in different places."""
        ...

    async def passages(self, texts: Sequence[str]) -> tuple[Embedding, ...]:
        """Of what is searched, one for each text and in their order."""
        ...


async def question_in_time(embedder: Embedder, text: str, timeout_s: float) -> Embedding | None:
    """The question's embedding; None when it is late or fails, because an answer without it is
    better than none."""
    try:
        async with asyncio.timeout(timeout_s):
            return await embedder.question(text)
    except TimeoutError:
        log.warning("question not embedded", reason="late", embedder=embedder.name)
    except EMBEDDER_TROUBLE as error:
        log.warning("question not embedded", reason=str(error), embedder=embedder.name)
    return None


def readable(text: str) -> str:
    """What every embedder can read: UTF-8 without NUL, at which C code stops; "." for nothing,
    which some servers refuse."""
    plain = text.encode("utf-8", "ignore").decode().replace("\0", " ")
    return plain if plain.strip() else "."


def of_length_one(rows: Iterable[Iterable[float]], count: int) -> tuple[Embedding, ...]:
    """The embeddings a model gave for `count` texts. Raises ModelUnavailable("corrupt") unless
    there are so many, all as long as each other, of finite numbers that are not all 0."""
    try:
        embeddings = tuple(_scaled(tuple(map(float, row))) for row in rows)
    except (TypeError, ValueError, OverflowError):
        raise ModelUnavailable("corrupt") from None
    if len(embeddings) != count or len({len(each) for each in embeddings}) > 1:
        raise ModelUnavailable("corrupt")
    return embeddings


def _scaled(row: Embedding) -> Embedding:
    length = math.hypot(*row)
    if not (math.isfinite(length) and length > 0):
        raise ValueError("an embedding has no direction")
    return tuple(value / length for value in row)
