"""Before any handler: log lines know their chat, and only people who are allowed get further."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import CallbackQuery, Chat, Message, TelegramObject, Update, User

from bot.access import Access
from bot.answering_presses import answer_press
from bot.at_once import AtOnce
from bot.chats import chat_key, is_private
from bot.filters import called
from bot.guests import Guests, connection_in
from bot.limiting import Limiting
from bot.seldom import Seldom
from bot.speaking import Speaking
from bot.texts import Texts
from workers.access import WhoMay
from workers.business import Connection

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
    """Lets allowed people pass, with `who_may` for the handler. Others are told, once a day in
    each chat, how to become one; whoever may speak again and then not is told anew. What is from a
    business chat is judged by `guests`."""

    def __init__(
        self,
        access: Access,
        at_once: AtOnce,
        texts: Texts,
        seldom: Seldom | None = None,
        *,
        guests: Guests | None = None,
    ) -> None:
        self._guests = guests
        self._access = access
        self._at_once = at_once
        self._texts = texts
        self._seldom = seldom or Seldom(every_s=24 * 3600)

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        if connection_in(data):
            return await self._guests(handler, event, data) if self._guests else None
        person: User | None = data.get("event_from_user")
        chat: Chat | None = data.get("event_chat")
        if person is None or chat is None:
            return None
        who_may = await self._access.who_may()
        if who_may.may_speak(person.id, chat.id):
            self._seldom.forget((person.id, chat.id))
            return await handler(event, {**data, "who_may": who_may})
        if self._seldom.due((person.id, chat.id)):
            log.info("refused a person who is not allowed", user=person.id)
            if isinstance(event, Message):
                self._at_once.answer(event, self._refusal(person, chat, who_may))
        return None

    def _refusal(self, person: User, chat: Chat, who_may: WhoMay) -> str:
        key = "refused" if is_private(chat.id) else "refused_group"
        if not (who_may.owners or who_may.allowed):
            key = "refused_ownerless"
        ids = {"id": str(person.id), "group": str(chat.id)}
        return self._texts.say(key, person.language_code or "", **ids)


class Paced(BaseMiddleware):
    """Lets so many messages a minute pass (pressed buttons count as well); of further ones the
    sender is told once in a minute, of a button at each press. /stop passes always: it asks for
    less, not for more. So does what a business account's owner writes to others, which nobody
    answers."""

    def __init__(
        self, limiting: Limiting, at_once: AtOnce, texts: Texts, speaking: Speaking | None = None
    ) -> None:
        self._limiting = limiting
        self._at_once = at_once
        self._texts = texts
        self._speaking = speaking or Speaking()

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        person: User | None = data.get("event_from_user")
        chat: Chat | None = data.get("event_chat")
        if person is None or chat is None or _stops(event) or _is_host(data):
            return await handler(event, data)
        update: Update = data["event_update"]
        passed, most = await self._limiting.passed(person.id, chat.id, update.update_id)
        if passed.taken:
            return await handler(event, data)
        log.info("a message came too fast and was not taken", user=person.id, told=passed.tell)
        code = person.language_code or ""
        seconds = max(1, -(-passed.wait_ms // 1000))
        if isinstance(event, CallbackQuery) and event.bot is not None:
            code = event.from_user.language_code or ""
            word = self._texts.say("too_fast", code, most=most, seconds=seconds)
            self._at_once.begin(answer_press(event.bot, event, word))
        elif passed.tell and isinstance(event, Message):
            code = await self._speaking.language(chat_key(event), code)
            word = self._texts.say("too_fast", code, most=most, seconds=seconds)
            self._at_once.answer(event, word)
        return None


def _stops(event: TelegramObject) -> bool:
    command = called(event) if isinstance(event, Message) else None
    return command is not None and command.name == "stop"


def _is_host(data: dict[str, Any]) -> bool:
    host: Connection | None = data.get("host")
    person: User | None = data.get("event_from_user")
    return host is not None and person is not None and host.account == person.id
