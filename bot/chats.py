"""A chat's name on the queue: "123", "-100123/42" where it has a topic, or "55@999" where people
write to an account that the bot answers for (workers/business.py)."""

from __future__ import annotations

from aiogram.types import Message

GENERAL_TOPIC = 1
"""Telegram refuses to send to the General topic by its id; without an id it works."""


def chat_key(message: Message) -> str:
    """One lane and one memory per topic; the General topic is the chat itself. A business chat's
    messages name their connection, behind which hosts.py finds the account."""
    if message.business_connection_id:
        return f"{message.chat.id}@{message.business_connection_id}"
    thread = message.message_thread_id if message.is_topic_message else None
    return chat_named(message.chat.id, thread)


def chat_named(chat_id: int, thread_id: int | None) -> str:
    if thread_id is None or thread_id == GENERAL_TOPIC:
        return str(chat_id)
    return f"{chat_id}/{thread_id}"


def parse_chat(key: str) -> tuple[int, int | None]:
    """(chat id, topic id or None); raises ValueError for what is no Telegram chat."""
    chat, slash, thread = key.partition("@")[0].partition("/")
    return int(chat), int(thread) if slash else None


def is_private(chat_id: int) -> bool:
    """People have positive ids, groups and channels negative ones."""
    return chat_id > 0
