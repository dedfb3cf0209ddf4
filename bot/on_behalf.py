"""Calls Telegram in the name of a business account."""

from __future__ import annotations

from typing import Any

from aiogram import Bot
from aiogram.exceptions import TelegramNotFound
from aiogram.methods import (
    DeleteBusinessMessages,
    DeleteMessage,
    SendMessageDraft,
    TelegramMethod,
)
from aiogram.methods.base import TelegramType


class OnBehalf(Bot):
    """The same bot over the same session, which its owner closes."""

    def __init__(self, bot: Bot, connection: str) -> None:
        super().__init__(bot.token, session=bot.session)
        self._connection = connection

    async def __call__(
        self, method: TelegramMethod[TelegramType], request_timeout: int | None = None
    ) -> TelegramType:
        """Raises TelegramNotFound for a draft: accounts have none."""
        called = on_behalf(method, self._connection)
        return await super().__call__(called, request_timeout=request_timeout)


def on_behalf(method: TelegramMethod[Any], connection: str) -> TelegramMethod[Any]:
    """The call that does the same there; what names no connection stays as it is."""
    match method:
        case SendMessageDraft():
            raise TelegramNotFound(method, "business accounts have no drafts")
        case DeleteMessage():
            ids = [method.message_id]
            return DeleteBusinessMessages(business_connection_id=connection, message_ids=ids)
        case _ if "business_connection_id" in type(method).model_fields:
            return method.model_copy(update={"business_connection_id": connection})
    return method
