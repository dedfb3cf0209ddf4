"""Watches getUpdates: a call that never returns gets a new client, and whoever runs the bot is
told when somebody else holds its token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.session.middlewares.base import (
    BaseRequestMiddleware,
    NextRequestMiddlewareType,
)
from aiogram.exceptions import TelegramConflictError, TelegramNetworkError
from aiogram.methods import GetUpdates, TelegramMethod
from aiogram.methods.base import TelegramType

from bot.seldom import Seldom

log = structlog.get_logger()

PATIENCE_S = 15.0
"""getUpdates comes back after its own timeout; this much later it never will."""
HELD_BY_WEBHOOK = "a webhook holds the token; run `web` or `bot`, never both"
HELD_BY_POLLER = "another process polls with the token; run one `bot`, and no `web` beside it"


class Watchdog(BaseRequestMiddleware):
    """A call that stalled fails as a network fault does, and those after it go over connections
    of their own."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._fresh: AiohttpSession | None = None
        self._told = Seldom(every_s=60)
        self.renewed = 0

    async def __call__(
        self,
        make_request: NextRequestMiddlewareType[TelegramType],
        bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Any:
        if method.__api_method__ != GetUpdates.__api_method__:
            return await make_request(bot, method)
        request = make_request if self._fresh is None else self._fresh.make_request
        waits_s = getattr(method, "timeout", None) or 0
        try:
            async with asyncio.timeout(waits_s + self._patience_s) as limit:
                return await request(bot, method)
        except TelegramConflictError as conflict:
            self._tell_whoever_runs_it(conflict)
            raise
        except TimeoutError:
            if not limit.expired():
                raise
        log.warning("polling stalled; a new client is made")
        await self._renew(bot)
        raise TelegramNetworkError(method=method, message="stalled")

    async def close(self) -> None:
        if self._fresh is not None:
            await self._fresh.close()

    async def _renew(self, bot: Bot) -> None:
        await self.close()
        self._fresh = AiohttpSession(api=bot.session.api, timeout=24 * 3600.0)  # ours ends it
        self.renewed += 1

    def _tell_whoever_runs_it(self, conflict: TelegramConflictError) -> None:
        held = HELD_BY_WEBHOOK if "webhook" in conflict.message.lower() else HELD_BY_POLLER
        if self._told.due(held):
            log.error("no messages come", why=held)


@asynccontextmanager
async def watched(bot: Bot, patience_s: float = PATIENCE_S) -> AsyncIterator[Watchdog]:
    """For as long as the body runs."""
    watchdog = Watchdog(patience_s)
    bot.session.middleware(watchdog)
    try:
        yield watchdog
    finally:
        bot.session.middleware.unregister(watchdog)
        await watchdog.close()
