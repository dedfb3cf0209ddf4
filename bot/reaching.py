"""The first calls of a process: tried until Telegram can be reached."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.utils.backoff import Backoff, BackoffConfig

from workers.starting import CannotStart

log = structlog.get_logger()
T = TypeVar("T")

UNKNOWN_BOT = "TELEGRAM_BOT_TOKEN: Telegram does not know this token"
BACKOFF = BackoffConfig(min_delay=0.5, max_delay=10.0, factor=1.7, jitter=0.1)


PRIVACY_MODE = (
    "privacy mode is on: in groups only commands and replies arrive, no mentions; @BotFather's "
    "/setprivacy turns it off, then remove the bot from its groups and add it again"
)


class TokenRefused(CannotStart):
    """Telegram does not know this bot token."""


async def learn_who_we_are(bot: Bot) -> None:
    """The bot keeps it; whoever runs it is told what it will not see."""
    me = await bot.me()
    if me.can_join_groups and not me.can_read_all_group_messages:
        log.info("groups are half hidden", why=PRIVACY_MODE)


async def until_reached(call: Callable[[], Awaitable[T]], backoff: BackoffConfig = BACKOFF) -> T:
    """The call's result; repeated for as long as it takes. Raises TokenRefused."""
    waits = Backoff(backoff)
    while True:
        try:
            return await call()
        except (TelegramUnauthorizedError, TelegramNotFound):
            raise TokenRefused(UNKNOWN_BOT) from None
        except TelegramRetryAfter as flood:
            await asyncio.sleep(flood.retry_after)
        except AiogramError as fault:
            log.warning("telegram cannot be reached", why=type(fault).__name__)
            await waits.asleep()
