"""Whether a message in a group is meant for us. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from aiogram.types import Message, User


def written(message: Message) -> str:
    """What the person wrote: the text, or the caption of what was sent."""
    return message.text or message.caption or ""


def addresses(message: Message, me: User, names: Collection[str] = ()) -> bool:
    """By a mention, by a reply to what we said, or by one of the names: at its begin or end,
    or called by a greeting."""
    return mentions(message, me) or answers(message, me) or named(written(message), names)


def mentions(message: Message, me: User) -> bool:
    name = f"@{(me.username or '').lower()}"
    text = written(message)
    for entity in message.entities or message.caption_entities or []:
        if entity.type == "mention" and entity.extract_from(text).lower() == name:
            return True
        if entity.type == "text_mention" and entity.user and entity.user.id == me.id:
            return True
    return False


def answers(message: Message, me: User) -> bool:
    """In a topic every message counts as a reply to the one that began it, which says nothing."""
    answered = message.reply_to_message
    if answered is None or answered.forum_topic_created:
        return False
    return bool(answered.from_user and answered.from_user.id == me.id)


def named(text: str, names: Collection[str]) -> bool:
    return bool(names) and _called_by(frozenset(names)).search(text) is not None


@lru_cache(maxsize=8)
def _called_by(names: frozenset[str]) -> re.Pattern[str]:
    either = "|".join(sorted(map(re.escape, names)))
    return re.compile(
        rf"\A\W*(?:{either})(?!\w)|(?<!\w)(?:{either})\W*\Z"
        rf"|\A\W*\w+[,،，]?\s+(?:{either})\s*[,،，:!?؟]",  # "Hello Hafez, …", as one calls
        re.IGNORECASE,
    )
