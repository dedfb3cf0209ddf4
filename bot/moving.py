"""A group that becomes a supergroup gets another id; its lane keeps the name it had."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

import structlog
from aiogram import BaseMiddleware, Bot
from aiogram.enums import ChatAction
from aiogram.exceptions import AiogramError
from aiogram.types import Message, TelegramObject

from bot.access import Access
from bot.chats import is_private, parse_chat
from bot.storing import until_answered
from workers.access import Entry, Standing
from workers.moves import DictMoves, Moves

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

log = structlog.get_logger()

SUPERGROUPS_BELOW = -1_000_000_000_000
"""Their ids are below this, those of groups above it, and a supergroup's is never a group's."""


FRESH_S = 30.0
"""Of a supergroup that was no group, so long nobody asks again: a move may be noted late, by a
process that learnt of it when it sent something to the group."""
MOST_ASKED = 5
CALL_TIMEOUT_S = 10


@dataclass(slots=True)
class Moved:
    """The moves behind a cache; one that is known stays true. `sleep` and `clock` (seconds) are
    the real ones but for tests."""

    moves: Moves = field(default_factory=DictMoves)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    most: int = 10_000
    _former: OrderedDict[int, tuple[int | None, float]] = field(default_factory=OrderedDict)

    async def lane(self, chat: str) -> str:
        """The lane of a chat as messages name it."""
        chat_id, _ = parse_chat(chat)
        former = await self.former(chat_id)
        return chat if former is None else chat.replace(str(chat_id), str(former), 1)

    async def former(self, chat_id: int) -> int | None:
        """The group that this chat was, None where it was none."""
        if chat_id >= SUPERGROUPS_BELOW:
            return None
        former, read_at = self._former.get(chat_id, (None, -inf))
        if former is None and self.clock() - read_at >= FRESH_S:
            former = await until_answered(lambda: self.moves.former(chat_id), self.sleep)
            self._keep(chat_id, former)
        return former

    def is_new(self, chat_id: int) -> bool:
        """Of a supergroup that this process did not meet yet."""
        return chat_id < SUPERGROUPS_BELOW and chat_id not in self._former

    async def note(self, group: int, supergroup: int) -> None:
        await until_answered(lambda: self.moves.moved(group, supergroup), self.sleep)
        self._keep(supergroup, group)

    async def seen(self, group: int, title: str) -> None:
        """Once in this process."""
        if group not in self._former:
            await until_answered(lambda: self.moves.seen(group, title), self.sleep)
            self._keep(group, None)

    async def groups_called(self, title: str) -> list[int]:
        """Groups of this title that are not known to have moved."""
        groups = await until_answered(self.moves.groups, self.sleep)
        return [group for group, called in groups.items() if called == title][:MOST_ASKED]

    def _keep(self, chat_id: int, former: int | None) -> None:
        self._former[chat_id] = former, self.clock()
        while len(self._former) > self.most:
            self._former.popitem(last=False)


class Migrating(BaseMiddleware):
    """Telegram tells a move in both chats; what was allowed in the group is in the supergroup.
    Where nobody heard it, a supergroup that is met first may be one of the groups of its title:
    Telegram refuses to call those that moved, and says where to (bot/following.py notes it)."""

    def __init__(self, moved: Moved, access: Access) -> None:
        self._moved = moved
        self._access = access

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        if isinstance(event, Message) and not is_private(event.chat.id):
            move = _move(event)
            if move is not None:
                await self._moved.note(*move)
                await self._let_in(*move)
                log.info("a group became a supergroup")
            else:
                await self._meet(event, data["bot"])
        return await handler(event, data)

    async def _meet(self, message: Message, bot: Bot) -> None:
        chat = message.chat
        if chat.id >= SUPERGROUPS_BELOW:
            person = message.from_user.id if message.from_user else 0
            if (await self._access.who_may()).may_speak(person, chat.id):
                await self._moved.seen(chat.id, chat.title or "")
            return
        if self._moved.is_new(chat.id):
            for group in await self._moved.groups_called(chat.title or ""):
                await _call(bot, group)
        former = await self._moved.former(chat.id)
        if former is not None:
            await self._let_in(former, chat.id)

    async def _let_in(self, group: int, supergroup: int) -> None:
        who_may = await self._access.who_may()
        if supergroup in who_may.entries:
            return
        entered = who_may.entries.get(group)
        if entered is None and group in who_may.allowed:
            entered = Entry(Standing.ALLOWED)
        if entered is not None:
            await self._access.enter(supergroup, entered)


async def _call(bot: Bot, group: int) -> None:
    """The least that can be sent."""
    try:
        await bot.send_chat_action(group, ChatAction.TYPING, request_timeout=CALL_TIMEOUT_S)
    except AiogramError as fault:
        log.debug("a group was not reached", why=type(fault).__name__)


def _move(message: Message) -> tuple[int, int] | None:
    """(group, supergroup)"""
    if message.migrate_to_chat_id is not None:
        return message.chat.id, message.migrate_to_chat_id
    if message.migrate_from_chat_id is not None:
        return message.migrate_from_chat_id, message.chat.id
    return None
