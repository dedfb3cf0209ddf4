"""Answers without a model, from what memory recalled; plainly labelled as such."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from langchain_core.callbacks import (
    AsyncCallbackManagerForLLMRun,
    CallbackManagerForLLMRun,
)
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from memory.conversation import Exchange, pair
from workers.chat_stream import PARTS, chat_messages, listen, pieces_of, translated
from workers.language_model import Answer, OnText
from workers.offline_answers import reply_to, sources_of
from workers.offline_digest import digest
from workers.offline_terms import speaks_of_oneself
from workers.prompt import Count, Part, PromptMessage

OFFLINE = "offline"
OFFLINE_LABEL = (
    "No model is set: answers come from memory alone (offline responder). "
    "Set OPENAI_API_KEY or OPENAI_BASE_URL and OPENAI_MODEL for a real one."
)


class OfflineModel:
    """The port over the offline responder; asked like any other model."""

    name = OFFLINE

    def __init__(self, *, count: Count, zone: ZoneInfo) -> None:
        self._chat = OfflineResponder(zone=zone)
        self._count = count

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        chunks = translated(self._chat, chat_messages(prompt), lambda _error: None)
        async with aclosing(chunks):
            return await listen(chunks, on_text, model=OFFLINE, prompt=prompt, count=self._count)


class OfflineResponder(BaseChatModel):
    """A LangChain chat model that knows nothing but the messages it is given. With the parts of
    our prompts on them it knows who said what and when; plain messages will do as well."""

    zone: ZoneInfo

    @property
    def _llm_type(self) -> str:
        return OFFLINE

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        answer = AIMessage(
            content=self._answer(messages), response_metadata={"finish_reason": "stop"}
        )
        return ChatResult(generations=[ChatGeneration(message=answer)])

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        text = await asyncio.to_thread(self._answer, messages)
        for piece in pieces_of(text):
            yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
            await asyncio.sleep(0)  # lets whoever shows the draft keep up
        end = AIMessageChunk(content="", response_metadata={"finish_reason": "stop"})
        yield ChatGenerationChunk(message=end)

    def _answer(self, messages: Sequence[BaseMessage]) -> str:
        parts = _parts_of(messages)
        asked = [part for part in parts if part.part is Part.QUESTION]
        question = "\n".join(part.text.removeprefix(f"{part.sender}: ") for part in asked)
        if any(part.kind for part in asked):
            return digest("\n".join(p.text for p in parts if p.part is Part.POLICY), question)
        notes = [part.text for part in parts if part.kind]
        said = _exchanges(parts)
        if speaks_of_oneself(question):
            said = [
                one for one in said if all(part.sender in (one.sender.name, "") for part in asked)
            ]
        return reply_to(question, sources_of(said, notes, OFFLINE), self.zone)


def _parts_of(messages: Sequence[BaseMessage]) -> list[PromptMessage]:
    """The prompt's parts that the messages were made of. Of plain messages the last one is the
    question, and those of a person before it were said just now."""
    parts = [part for message in messages for part in message.additional_kwargs.get(PARTS, ())]
    if parts or not messages:
        return parts
    now, before = datetime.now(UTC), [m for m in messages[:-1] if isinstance(m, HumanMessage)]
    said = tuple(pair(at, message.text, "", at=now) for at, message in enumerate(before, 1))
    return [
        PromptMessage(Part.RECENT, "user", "", exchanges=said),
        PromptMessage(Part.QUESTION, "user", messages[-1].text),
    ]


def _exchanges(parts: Sequence[PromptMessage]) -> list[Exchange]:
    """Each exchange once, oldest first."""
    found = {exchange.number: exchange for part in parts for exchange in part.exchanges}
    return [found[number] for number in sorted(found)]
