"""Which messages are meant for us, and which command a message holds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aiogram import Bot
from aiogram.enums import ChatType, ContentType
from aiogram.filters import Filter
from aiogram.types import Message, User

SENT_BY_PEOPLE = frozenset(
    {
        ContentType.ANIMATION,
        ContentType.AUDIO,
        ContentType.CHECKLIST,
        ContentType.CONTACT,
        ContentType.DICE,
        ContentType.DOCUMENT,
        ContentType.GAME,
        ContentType.LOCATION,
        ContentType.PAID_MEDIA,
        ContentType.PHOTO,
        ContentType.POLL,
        ContentType.STICKER,
        ContentType.STORY,
        ContentType.TEXT,
        ContentType.VENUE,
        ContentType.VIDEO,
        ContentType.VIDEO_NOTE,
        ContentType.VOICE,
    }
)
"""Everything else (joins, pins, titles…) is Telegram telling the chat something."""

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,64})(?:@([A-Za-z0-9_]{3,64}))?(?:\s+|$)")


@dataclass(frozen=True, slots=True)
class Called:
    """A command: its name in small letters, the bot it names (or ""), the text after it."""

    name: str
    bot: str
    rest: str


def written(message: Message) -> str:
    """What the person wrote: the text, or the caption of what was sent."""
    return message.text or message.caption or ""


def called(message: Message) -> Called | None:
    """The command a message begins with; what was forwarded is no command of the sender's."""
    match = _COMMAND.match(written(message))
    if match is None or message.forward_origin is not None:
        return None
    name, bot = match.group(1).lower(), (match.group(2) or "").lower()
    return Called(name, bot, written(message)[match.end() :].strip())


def is_for(message: Message, me: User) -> bool:
    """From a person, no service message, and in a group only when we are addressed."""
    sender = message.from_user
    if sender is None or sender.is_bot or message.content_type not in SENT_BY_PEOPLE:
        return False
    if message.chat.type == ChatType.CHANNEL:
        return False
    command, name = called(message), (me.username or "").lower()
    if command and command.bot:
        return command.bot == name
    if message.chat.type == ChatType.PRIVATE:
        return True
    return command is not None or _mentions(message, name) or _answers(message, me)


def _mentions(message: Message, name: str) -> bool:
    entities = message.entities or message.caption_entities or []
    text = written(message)
    mentions = (e.extract_from(text) for e in entities if e.type == "mention")
    return any(mention.lower() == f"@{name}" for mention in mentions)


def _answers(message: Message, me: User) -> bool:
    answered = message.reply_to_message
    return bool(answered and answered.from_user and answered.from_user.id == me.id)


class ForUs(Filter):
    async def __call__(self, message: Message, bot: Bot) -> bool:
        return is_for(message, await bot.me())


class CommandCalled(Filter):
    """Passes `command` (Called) on to the handler."""

    def __init__(self, *names: str) -> None:
        self.names = frozenset(names)

    async def __call__(self, message: Message) -> bool | dict[str, Called]:
        command = called(message)
        if command is None or (self.names and command.name not in self.names):
            return False
        return {"command": command}
