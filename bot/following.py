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

from workers.leases import SERVER_TROUBLE
from workers.moves import DictMoves, Moves

log = structlog.get_logger()


class FollowMoves(BaseRequestMiddleware):
    """Learns of a move from Telegram's refusal, notes it for all processes, and calls again with
    the new id. Telegram tells a move in both chats as well, but an update may get lost."""

    def __init__(self, moves: Moves | None = None) -> None:
        self._moves = moves or DictMoves()
        self._moved: dict[int, int] = {}
        self._untold: dict[int, int] = {}

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
            self._moved[group] = self._untold[group] = moved.migrate_to_chat_id
        await self._tell()
        return await make_request(bot, self._sent_after(method))

    def _sent_after(self, method: TelegramMethod[TelegramType]) -> TelegramMethod[TelegramType]:
        supergroup = self._moved.get(getattr(method, "chat_id", None) or 0)
        return method.model_copy(update={"chat_id": supergroup}) if supergroup else method

    async def _tell(self) -> None:
        """What the server does not take now is told with the next move, or found again by another
        process."""
        for group, supergroup in list(self._untold.items()):
            try:
                await self._moves.moved(group, supergroup)
            except SERVER_TROUBLE as trouble:
                log.warning("a move was not noted", why=type(trouble).__name__)
                return
            del self._untold[group]
