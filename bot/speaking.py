"""Answers that are given at once are given in the language that the chat chose."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import Message, TelegramObject

from bot.addressing import written
from bot.chats import chat_key
from bot.filters import called
from workers.lanes import ChatChoices
from workers.leases import SERVER_TROUBLE

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

log = structlog.get_logger()


class ChosenLanguage(BaseMiddleware):
    """Has commands, and what holds no words, come from somebody who speaks the chat's language.
    Nothing else is answered here but when it cannot be taken, so that only these cost a look. When
    the server does not answer, each person's own language will do."""

    def __init__(self, choices: ChatChoices, lane_of: Callable[[str], Awaitable[str]]) -> None:
        self._choices = choices
        self._lane_of = lane_of

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        if isinstance(event, Message) and (called(event) or not written(event).strip()):
            event = await self._spoken_to(event)
        return await handler(event, data)

    async def _spoken_to(self, message: Message) -> Message:
        if message.from_user is None or _chooses(message):
            return message
        try:
            lane = await self._lane_of(chat_key(message))
            language = (await self._choices.settings_of(lane)).language
        except SERVER_TROUBLE as trouble:
            log.warning("a chat's language was not read", why=type(trouble).__name__)
            return message
        if not language:
            return message
        person = message.from_user.model_copy(update={"language_code": language})
        return message.model_copy(update={"from_user": person})


def _chooses(message: Message) -> bool:
    """/lang goes back to each person's own language, which must be known then."""
    command = called(message)
    return command is not None and command.name == "lang"
