"""Any LangChain embeddings behind the embedder's port."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import TypeVar

from langchain_core.embeddings import Embeddings

from workers.embedder import Embedding, of_length_one, readable
from workers.language_model import ModelUnavailable

Rows = TypeVar("Rows")


class LangChainEmbedder:
    """`name` tells vectors of one model from those of another; a class's name does not."""

    def __init__(self, name: str, embeddings: Embeddings) -> None:
        self.name = name
        self._embeddings = embeddings

    async def question(self, text: str) -> Embedding:
        row = await _translated(self._embeddings.aembed_query(readable(text)))
        return of_length_one([row], 1)[0]

    async def passages(self, texts: Sequence[str]) -> tuple[Embedding, ...]:
        if not texts:
            return ()
        given = [readable(text) for text in texts]
        rows = await _translated(self._embeddings.aembed_documents(given))
        return of_length_one(rows, len(texts))


async def _translated(call: Awaitable[Rows]) -> Rows:
    try:
        return await call
    except Exception as error:  # noqa: BLE001  # every vendor has errors of its own
        raise ModelUnavailable(type(error).__name__) from None
