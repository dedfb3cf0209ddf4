"""Asks any LangChain chat model and listens to its stream until the answer is whole."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing
from itertools import groupby
from typing import cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from workers.language_model import Answer, ModelRefused, ModelUnavailable, OnText
from workers.prompt import Count, PromptMessage, PromptRole, merged, prompt_tokens
from workers.visible import blank

PARTS = "hafez_parts"
"""Under this name in `additional_kwargs` each LangChain message carries the PromptMessages it was
made of. ChatOpenAI does not send it (a test reads the request); our offline responder reads it."""
WHOLE = "hafez_whole"
"""Under this name in `additional_kwargs` a chunk carries an answer that is not in the deltas."""

_MESSAGES: dict[PromptRole, Callable[..., BaseMessage]] = {
    "system": SystemMessage,
    "user": HumanMessage,
    "assistant": AIMessage,
}

Translate = Callable[[Exception], Exception | None]
"""A library's error -> what the port calls it; None where it is a fault of ours."""


def chat_messages(prompt: Sequence[PromptMessage]) -> list[BaseMessage]:
    """The prompt as LangChain messages, neighbours of one role in one."""
    groups = [tuple(group) for _, group in groupby(prompt, key=lambda message: message.role)]
    return [
        _MESSAGES[role](content=sendable(text), additional_kwargs={PARTS: parts})
        for (role, text), parts in zip(merged(prompt), groups, strict=True)
    ]


def sendable(text: str) -> str:
    """Half surrogates (a terminal's undecodable bytes) cannot be sent; they become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


async def translated(
    chat: BaseChatModel, messages: list[BaseMessage], translate: Translate
) -> AsyncGenerator[AIMessage]:
    """The chunks of one answer. Only the library's own errors are translated, not those of
    whoever consumes the chunks; the translation carries nothing of the original, whose text may
    quote the prompt."""
    try:
        stream = cast("AsyncGenerator[AIMessage]", chat.astream(messages))
        async with aclosing(stream):
            async for chunk in stream:
                yield chunk
    except Exception as error:
        known = translate(error)
        if known is None:
            raise
        raise known from None


class Heard:
    """What has been heard of a stream so far. Servers differ in which chunk brings the finish
    reason and the usage, and some repeat a growing usage, so the last of each counts."""

    def __init__(self) -> None:
        self.text = ""
        self.whole = ""
        self.finish = ""
        self.refused = False
        self.usage: tuple[int, int] | None = None

    def add(self, chunk: AIMessage) -> bool:
        """True when there is more text to show than before."""
        piece = chunk.text
        self.text += piece
        whole = chunk.additional_kwargs.get(WHOLE)
        self.whole = whole if isinstance(whole, str) else self.whole
        meta = chunk.response_metadata
        self.finish = meta.get("finish_reason") or meta.get("status") or self.finish
        self.refused = self.refused or bool(chunk.additional_kwargs.get("refusal"))
        if chunk.usage_metadata:
            used = chunk.usage_metadata
            self.usage = (used["input_tokens"], used["output_tokens"])
        return bool(piece) and not blank(self.text)

    def ended(self) -> bool:
        """True when all there is to show stood beside the deltas."""
        unheard = blank(self.text) and not blank(self.whole)
        self.text = self.whole if unheard else self.text
        return unheard

    def check(self) -> None:
        """Raises what keeps this from being an answer."""
        unseen = blank(self.text)
        if self.refused and unseen:
            raise ModelRefused("refusal")
        if self.finish == "content_filter" and unseen:
            raise ModelRefused("content_filter")
        if not self.finish:
            raise ModelUnavailable("truncated")
        if self.finish in ("error", "failed"):
            raise ModelUnavailable("stream_error")
        if unseen:
            raise ModelUnavailable("empty")


_CUT = ("length", "content_filter", "incomplete")


async def listen(
    chunks: AsyncIterator[AIMessage],
    on_text: OnText,
    *,
    model: str,
    prompt: Sequence[PromptMessage],
    count: Count,
) -> Answer:
    """Raises ModelUnavailable or ModelRefused where the stream holds no whole answer."""
    heard = Heard()
    async for chunk in chunks:
        if heard.add(chunk):
            await on_text(heard.text)
    if heard.ended():
        await on_text(heard.text)
    heard.check()
    asked, answered = heard.usage or (0, 0)
    return Answer(
        text=heard.text,
        model=model,
        prompt_tokens=asked or prompt_tokens(prompt, count),
        answer_tokens=answered or count(heard.text),
        cut=heard.finish in _CUT,
    )


def pieces_of(text: str, size_chars: int = 12) -> Iterator[str]:
    """Small pieces of a ready text, for a model that has it at once and still streams."""
    for start in range(0, len(text), size_chars):
        yield text[start : start + size_chars]
