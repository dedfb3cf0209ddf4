"""Shows that we are typing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog
from aiogram import Bot
from aiogram.enums import ChatAction
from aiogram.exceptions import AiogramError, TelegramRetryAfter

from bot.frames import Place
from workers.cancelling import cancel_for_good

log = structlog.get_logger()

EVERY_S = 4.5
"""Telegram shows a chat action for five seconds at most."""
CALL_TIMEOUT_S = 10


async def keep_typing(bot: Bot, place: Place, sleep: Callable[[float], Awaitable[None]]) -> None:
    """Goes on until it is cancelled; its faults are nothing."""
    while True:
        wait_s = EVERY_S
        try:
            await bot.send_chat_action(
                place.chat_id,
                ChatAction.TYPING,
                message_thread_id=place.thread_id,
                request_timeout=CALL_TIMEOUT_S,
            )
        except TelegramRetryAfter as flood:
            wait_s = max(wait_s, flood.retry_after)
        except AiogramError as fault:
            log.debug("typing was not shown", why=type(fault).__name__)
        await sleep(wait_s)


@asynccontextmanager
async def typing(
    bot: Bot, place: Place, sleep: Callable[[float], Awaitable[None]]
) -> AsyncIterator[None]:
    """For as long as the body runs."""
    # No TaskGroup: it would wrap what the body raises into an ExceptionGroup.
    task = asyncio.create_task(keep_typing(bot, place, sleep))
    try:
        yield
    finally:
        cancel_for_good(task)
        await asyncio.wait({task})
