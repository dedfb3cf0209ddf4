"""What is sent to a group that became a supergroup goes there."""

from __future__ import annotations

from typing import Any

import structlog
from aiogram import Bot
from aiogram.client.session.middlewares.base import (
    BaseRequestMiddleware,
    NextRequestMiddlewareType,
)
from aiogram.exceptions import TelegramMigrateToChat
from aiogram.methods import TelegramMethod
from aiogram.methods.base import TelegramType

log = structlog.get_logger()


class FollowMoves(BaseRequestMiddleware):
    """Learns of a move from Telegram's refusal, and calls again with the new id."""

    def __init__(self) -> None:
        self._moved: dict[int, int] = {}

    async def __call__(
        self,
        make_request: NextRequestMiddlewareType[TelegramType],
        bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Any:
        try:
            return await make_request(bot, self._sent_after(method))
        except TelegramMigrateToChat as moved:
            group = getattr(method, "chat_id", None)
            if not isinstance(group, int) or group in self._moved:
                raise
            log.info("a group became a supergroup and is followed there")
            self._moved[group] = moved.migrate_to_chat_id
        return await make_request(bot, self._sent_after(method))

    def _sent_after(self, method: TelegramMethod[TelegramType]) -> TelegramMethod[TelegramType]:
        supergroup = self._moved.get(getattr(method, "chat_id", None) or 0)
        return method.model_copy(update={"chat_id": supergroup}) if supergroup else method
