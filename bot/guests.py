"""Before the handlers of business chats: only what is written to an account that is let in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiogram import BaseMiddleware, Bot
from aiogram.types import CallbackQuery, Chat, TelegramObject, User

from bot.access import Access
from bot.buttons import PRESSED
from bot.hosts import Hosts
from workers.business import Connection

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]


def connection_in(data: dict[str, Any]) -> str:
    """Of the business chat that an update is from, "" for any other."""
    context = data.get("event_context")
    return (context.business_connection_id if context is not None else None) or ""


class Guests(BaseMiddleware):
    """Passes on `host` (Connection) and `who_may`. Others are not told anything: they write to a
    person, not to a bot."""

    def __init__(self, access: Access, hosts: Hosts) -> None:
        self._access = access
        self._hosts = hosts

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        bot: Bot = data["bot"]
        person: User | None = data.get("event_from_user")
        chat: Chat | None = data.get("event_chat")
        if person is None or chat is None:
            return None
        who_may = await self._access.who_may()
        host = await self._hosts.host(bot, connection_in(data), who_may)
        if host is None or not who_may.may_be_guest(chat.id):
            return None
        if isinstance(event, CallbackQuery) and not _may_press(event, host):
            return None
        return await handler(event, {**data, "who_may": who_may, "host": host})


def _may_press(query: CallbackQuery, host: Connection) -> bool:
    """Commands are the host's."""
    return query.from_user.id == host.account or not (query.data or "").startswith(PRESSED)
