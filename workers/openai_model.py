"""An OpenAI-compatible model behind the port: ChatOpenAI inside, our errors outside."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

import openai
from langchain_core.outputs import ChatGenerationChunk
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from workers.chat_stream import WHOLE, chat_messages, listen, translated
from workers.language_model import Answer, OnText
from workers.openai_errors import translated_error
from workers.prompt import Count, PromptMessage

OPENAI_API = "https://api.openai.com/v1"
_NO_KEY = "none"  # the client wants one; servers on one's own machine do not
_CONNECT_S = 10.0


class OpenAIModel:
    """One model of one server. `timeout_s` is how long the server may be silent, before the
    answer and within it; how long a turn may take in all is the turn's business. It does not
    retry: that is the worker's, too."""

    def __init__(
        self,
        model: str,
        *,
        count: Count,
        api_key: str | None = None,
        base_url: str | None = None,
        temperature: float | None = None,
        timeout_s: float = 60,
    ) -> None:
        self._name = model
        self._count = count
        timeout = openai.Timeout(timeout_s, connect=min(timeout_s, _CONNECT_S))
        self._http = openai.DefaultAsyncHttpxClient(timeout=timeout)
        self._chat = _Chat(
            model=model,
            base_url=api_root(base_url) if base_url else OPENAI_API,
            api_key=SecretStr(api_key or _NO_KEY),
            temperature=temperature,
            timeout=timeout,
            stream_chunk_timeout=timeout_s,
            max_retries=0,
            stream_usage=True,
            use_responses_api=False if base_url else None,
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

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        chunks = translated(self._chat, chat_messages(prompt), translated_error)
        async with aclosing(chunks):
            return await listen(chunks, on_text, model=self._name, prompt=prompt, count=self._count)


class _Chat(ChatOpenAI):
    """ChatOpenAI drops a streamed refusal, and an answer that stands whole in a `message` beside
    empty deltas, as some servers send it; this one keeps the fact and the text."""

    def _convert_chunk_to_generation_chunk(
        self, chunk: dict[str, Any], default_chunk_class: type, base_generation_info: Any
    ) -> ChatGenerationChunk | None:
        choice = (chunk.get("choices") or [{}])[0]
        whole = (choice.get("message") or {}).get("content")
        if whole and not choice.get("delta"):
            chunk = {**chunk, "choices": [{**choice, "delta": {}}]}
        generation = super()._convert_chunk_to_generation_chunk(
            chunk, default_chunk_class, base_generation_info
        )
        if generation is not None and whole:
            generation.message.additional_kwargs[WHOLE] = whole
        if generation is not None and (choice.get("delta") or {}).get("refusal"):
            generation.message.additional_kwargs["refusal"] = "yes"
        return generation


def api_root(address: str) -> str:
    """The server's address as the client wants it: /v1 added where there is no path, a pasted
    endpoint's own path cut off, every other path left as it is."""
    parts = urlsplit(address.strip())
    path = parts.path.rstrip("/").removesuffix("/chat/completions").rstrip("/")
    return urlunsplit(parts._replace(path=path or "/v1"))
