"""A group that becomes a supergroup gets another id; its lane keeps the name it had."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import Message, TelegramObject

from bot.access import Access
from bot.chats import parse_chat
from bot.storing import until_answered
from workers.access import Entry, Standing
from workers.moves import DictMoves, Moves

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

log = structlog.get_logger()

SUPERGROUPS_BELOW = -1_000_000_000_000
"""Their ids are below this, those of groups above it, and a supergroup's is never a group's."""


@dataclass(slots=True)
class Moved:
    """The moves behind a cache: a supergroup is seen only after its move, so that what was read
    once stays true. `sleep` is asyncio.sleep but for tests."""

    moves: Moves = field(default_factory=DictMoves)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    most: int = 10_000
    _former: OrderedDict[int, int] = field(default_factory=OrderedDict)

    async def lane(self, chat: str) -> str:
        """The lane of a chat as messages name it."""
        chat_id, _ = parse_chat(chat)
        if chat_id >= SUPERGROUPS_BELOW:
            return chat
        if chat_id not in self._former:
            former = await until_answered(lambda: self.moves.former(chat_id), self.sleep)
            self._keep(chat_id, chat_id if former is None else former)
        return chat.replace(str(chat_id), str(self._former[chat_id]), 1)

    async def note(self, group: int, supergroup: int) -> None:
        await until_answered(lambda: self.moves.moved(group, supergroup), self.sleep)
        self._keep(supergroup, group)

    def _keep(self, supergroup: int, group: int) -> None:
        self._former[supergroup] = group
        while len(self._former) > self.most:
            self._former.popitem(last=False)


class Migrating(BaseMiddleware):
    """Telegram tells a move in both chats; what was allowed in the group is in the supergroup."""

    def __init__(self, moved: Moved, access: Access) -> None:
        self._moved = moved
        self._access = access

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        if isinstance(event, Message):
            move = _move(event)
            if move is not None:
                await self._moved.note(*move)
                await self._let_in(*move)
                log.info("a group became a supergroup")
        return await handler(event, data)

    async def _let_in(self, group: int, supergroup: int) -> None:
        who_may = await self._access.who_may()
        if supergroup in who_may.entries:
            return
        entered = who_may.entries.get(group)
        if entered is None and group in who_may.allowed:
            entered = Entry(Standing.ALLOWED)
        if entered is not None:
            await self._access.enter(supergroup, entered)


def _move(message: Message) -> tuple[int, int] | None:
    """(group, supergroup)"""
    if message.migrate_to_chat_id is not None:
        return message.chat.id, message.migrate_to_chat_id
    if message.migrate_from_chat_id is not None:
        return message.migrate_from_chat_id, message.chat.id
    return None
