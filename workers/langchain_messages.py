"""LangChain's messages and ours, in both directions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from workers.chat_stream import sendable
from workers.prompt import Part, PromptMessage, merged


def text_of(value: Any) -> str:
    """The words of a text, a message or several messages. Pictures and sounds are left out: their
    bytes would count as words."""
    if isinstance(value, BaseMessage):
        return str(value.text)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "\n".join(map(text_of, value))
    return str(value)


def as_messages(prompt: Sequence[PromptMessage]) -> list[BaseMessage]:
    """First one system message with all that is not the newest talk (summary, facts, what was
    recalled), if there is any; then the newest exchanges, the user's message first."""
    before = [m.text for m in prompt if m.part in (Part.CONTEXT, Part.RECALLED)]
    talk = merged(m for m in prompt if m.part is Part.RECENT)
    messages: list[BaseMessage] = [SystemMessage("\n\n".join(before))] if before else []
    for role, text in talk:
        said = HumanMessage if role == "user" else AIMessage
        messages.append(said(sendable(text)))
    return messages
