"""Which messages are meant for us, and which command a message holds."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from aiogram import Bot
from aiogram.enums import ChatType, ContentType
from aiogram.filters import Filter
from aiogram.types import Message, Update, User

from bot.addressing import addresses, written
from bot.belonging import Belonging
from bot.waiting import Waiting, WaitingRoom

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


def called(message: Message) -> Called | None:
    """The command a message begins with; what was forwarded is no command of the sender's."""
    match = _COMMAND.match(written(message))
    if match is None or message.forward_origin is not None:
        return None
    name, bot = match.group(1).lower(), (match.group(2) or "").lower()
    return Called(name, bot, written(message)[match.end() :].strip())


def is_for(message: Message, me: User, names: Collection[str] = ()) -> bool:
    """From a person, no service message, and in a group only when we are addressed."""
    if not may_be_for(message):
        return False
    command = called(message)
    if command and command.bot:
        return command.bot == (me.username or "").lower()
    if message.chat.type == ChatType.PRIVATE:
        return True
    return command is not None or addresses(message, me, names)


def may_be_for(message: Message) -> bool:
    """Written by a person, and not in a channel."""
    sender = message.from_user
    if sender is None or sender.is_bot or message.chat.type == ChatType.CHANNEL:
        return False
    return message.content_type in SENT_BY_PEOPLE


class ForUs(Filter):
    """`names`: what we are called in groups beside our user name. Passes `before` on to the
    handler: messages that were not addressed to us, and belong to this one, which is."""

    def __init__(self, names: Collection[str] = ()) -> None:
        self.names = frozenset(names)
        self._belonging = Belonging()
        self._waiting = WaitingRoom()

    async def __call__(
        self, message: Message, bot: Bot, event_update: Update
    ) -> bool | dict[str, tuple[Waiting, ...]]:
        ours = is_for(message, await bot.me(), self.names) or (
            may_be_for(message) and called(message) is None and self._belonging.belongs(message)
        )
        if message.chat.type == ChatType.PRIVATE:
            return ours
        if ours:
            return {"before": self._taken(message)}
        if may_be_for(message) and message.edit_date is None:
            self._waiting.keep(message, event_update.update_id)
        return False

    def _taken(self, message: Message) -> tuple[Waiting, ...]:
        """Commands stand alone, and an edit brings nothing along."""
        alone = called(message) is not None or message.edit_date is not None
        before = () if alone else self._waiting.taken(message)
        for each in before:
            self._belonging.note(each.message)
        self._belonging.note(message)
        return before


class CommandCalled(Filter):
    """Passes `command` (Called) on to the handler."""

    def __init__(self, *names: str) -> None:
        self.names = frozenset(names)

    async def __call__(self, message: Message) -> bool | dict[str, Called]:
        command = called(message)
        if command is None or (self.names and command.name not in self.names):
            return False
        return {"command": command}
