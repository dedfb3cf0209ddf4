"""Embeddings of an OpenAI-compatible server: OpenAIEmbeddings inside, our errors outside."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

import openai
from langchain_openai import OpenAIEmbeddings
from pydantic import SecretStr

from workers.embedder import Embedding, of_length_one, readable
from workers.language_model import ModelUnavailable
from workers.openai_errors import translated_error
from workers.openai_model import OPENAI_API, api_root

MOST_TEXTS = 64
"""In one request; servers of one's own often take no more."""
_NO_KEY = "none"  # the client wants one; servers on one's own machine do not
_CONNECT_S = 10.0


class OpenAIEmbedder:
    """One embedding model of one server, which embeds questions like passages. It does not
    retry: that is the caller's."""

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout_s: float = 60,
    ) -> None:
        self._name = model
        timeout = openai.Timeout(timeout_s, connect=min(timeout_s, _CONNECT_S))
        self._http = openai.DefaultAsyncHttpxClient(timeout=timeout)
        self._embeddings = OpenAIEmbeddings(
            model=model,
            base_url=api_root(base_url).removesuffix("/embeddings") if base_url else OPENAI_API,
            api_key=SecretStr(api_key or _NO_KEY),
            timeout=timeout,
            max_retries=0,
            chunk_size=MOST_TEXTS,
            # True counts tokens first, for which tiktoken would download files.
            check_embedding_ctx_length=False,
            http_async_client=self._http,
        )

    @property
    def name(self) -> str:
        return self._name

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def question(self, text: str) -> Embedding:
        return (await self.passages([text]))[0]

    async def passages(self, texts: Sequence[str]) -> tuple[Embedding, ...]:
        try:
            rows = await self._embeddings.aembed_documents([readable(text) for text in texts])
        except Exception as error:  # noqa: BLE001  # of three libraries, translated here at once
            raise translated_error(error) or ModelUnavailable("corrupt") from None
        return of_length_one(rows, len(texts))
