"""Before any handler: log lines know their chat, and only people who are allowed get further."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import Message, TelegramObject, Update

from bot.at_once import AtOnce
from bot.chats import chat_key
from bot.seldom import Seldom
from bot.texts import Texts

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

log = structlog.get_logger()


class LogContext(BaseMiddleware):
    """Binds chat and update id to the log lines of one update."""

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        update: Update = data["event_update"]
        chat = chat_key(event) if isinstance(event, Message) else ""
        with structlog.contextvars.bound_contextvars(chat=chat, update_id=update.update_id):
            return await handler(event, data)


class Allowed(BaseMiddleware):
    """Lets allowed people pass; others are told how to become one, once a minute each.
    Nobody is allowed when `users` is empty."""

    def __init__(
        self, users: frozenset[int], at_once: AtOnce, texts: Texts, seldom: Seldom | None = None
    ) -> None:
        self.users = users
        self._at_once = at_once
        self._texts = texts
        self._seldom = seldom or Seldom(every_s=60)

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        if not isinstance(event, Message) or event.from_user is None:
            return None
        person = event.from_user
        if person.id in self.users:
            return await handler(event, data)
        if self._seldom.due(person.id):
            log.info("refused a person who is not allowed", user=person.id)
            language = person.language_code or ""
            self._at_once.answer(event, self._texts.say("refused", language, id=str(person.id)))
        return None
