"""Any LangChain embeddings behind the embedder's port."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from langchain_core.embeddings import Embeddings

from workers.embedder import Embedding, of_length_one, readable
from workers.language_model import ModelUnavailable

Rows = TypeVar("Rows")


class LangChainEmbedder:
    """`name` tells vectors of one model from those of another; a class's name does not. Not every
    vendor's code ends a call that hangs, so that is done after `timeout_s`."""

    def __init__(self, name: str, embeddings: Embeddings, timeout_s: float = 60) -> None:
        self.name = name
        self._embeddings = embeddings
        self._timeout_s = timeout_s

    async def question(self, text: str) -> Embedding:
        row = await self._translated(self._embeddings.aembed_query(readable(text)))
        return of_length_one([row], 1)[0]

    async def passages(self, texts: Sequence[str]) -> tuple[Embedding, ...]:
        if not texts:
            return ()
        given = [readable(text) for text in texts]
        rows = await self._translated(self._embeddings.aembed_documents(given))
        return of_length_one(rows, len(texts))

    async def _translated(self, call: Awaitable[Rows]) -> Rows:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await call
        except Exception as error:  # noqa: BLE001  # every vendor has errors of its own
            raise ModelUnavailable(type(error).__name__) from None
