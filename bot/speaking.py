"""Answers that are given at once are given in the language that the chat chose."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import CallbackQuery, Message, TelegramObject

from bot.addressing import written
from bot.buttons import command_of
from bot.chats import chat_key
from bot.filters import called
from bot.storing import its_own
from workers.jobs import Command
from workers.lanes import ChatChoices
from workers.leases import SERVER_TROUBLE

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Speaking:
    """Which language a chat is spoken to in. When the server does not answer, each person's own
    will do, as it does where none can be chosen (no `choices`)."""

    choices: ChatChoices | None = None
    lane_of: Callable[[str], Awaitable[str]] = its_own

    async def language(self, chat: str, own: str) -> str:
        """`own`: the person's."""
        if self.choices is None:
            return own
        try:
            return (await self.choices.settings_of(await self.lane_of(chat))).language or own
        except SERVER_TROUBLE as trouble:
            log.warning("a chat's language was not read", why=type(trouble).__name__)
            return own


class ChosenLanguage(BaseMiddleware):
    """Has commands, presses, and what holds no words, come from somebody who speaks the chat's
    language. Nothing else is answered here but when it cannot be taken, so that only these cost a
    look."""

    def __init__(self, speaking: Speaking) -> None:
        self._speaking = speaking

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        if isinstance(event, Message | CallbackQuery) and _answered_here(event):
            event = await self._spoken_to(event)
        return await handler(event, data)

    async def _spoken_to(self, event: Message | CallbackQuery) -> Message | CallbackQuery:
        shown = event.message if isinstance(event, CallbackQuery) else event
        if event.from_user is None or not isinstance(shown, Message):
            return event
        own = event.from_user.language_code or ""
        language = await self._speaking.language(chat_key(shown), own)
        if language == own:
            return event
        person = event.from_user.model_copy(update={"language_code": language})
        return event.model_copy(update={"from_user": person})


def _answered_here(event: Message | CallbackQuery) -> bool:
    """/lang goes back to each person's own language, which must be known then."""
    if isinstance(event, CallbackQuery):
        said = command_of(event.data or "")
        return said is None or said.command is not Command.LANG
    command = called(event)
    if command is not None:
        return command.name != "lang"
    return not written(event).strip()
