"""Any LangChain chat model behind the language model's port, asked for whole answers."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel

from workers.chat_stream import chat_messages
from workers.language_model import Answer, ModelUnavailable, OnText
from workers.prompt import Count, PromptMessage, prompt_tokens

_CUT = ("length", "max_tokens", "content_filter")


class ChatModel:
    """Raises what the model raises: which errors those are differs from vendor to vendor."""

    def __init__(self, chat: BaseChatModel, count: Count) -> None:
        self._chat = chat
        self._count = count

    @property
    def name(self) -> str:
        return self._chat.get_name()

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        messages = chat_messages(prompt)
        for message in messages:
            message.additional_kwargs.clear()  # ours, and not every vendor's code ignores them
        reply = await self._chat.ainvoke(messages)
        if not reply.text.strip():
            raise ModelUnavailable("empty")
        await on_text(reply.text)
        meta = reply.response_metadata
        return Answer(
            text=reply.text,
            model=self.name,
            prompt_tokens=prompt_tokens(prompt, self._count),
            answer_tokens=self._count(reply.text),
            cut=(meta.get("finish_reason") or meta.get("stop_reason")) in _CUT,
        )
