"""The bot process: receives what people write until it is told to end."""

from __future__ import annotations

import asyncio

from bot.polling import new_bot, poll
from bot.telegram_settings import TelegramSettings
from workers.backend import open_backend
from workers.readiness import readiness
from workers.signals import ended_by_signals


async def receive_until_told(settings: TelegramSettings, token: str) -> int:
    """Poll Telegram until SIGTERM or Ctrl-C; the update at hand is then left for the next start."""
    with ended_by_signals() as ending:
        async with (
            open_backend(settings, settings.bot_id) as backend,
            readiness(settings.health_address, backend.link),
            new_bot(token, settings.telegram_api_url) as bot,
        ):
            polling = asyncio.create_task(poll(bot, backend.lanes, settings.allowed_users))
            ending.begin = polling.cancel
            await asyncio.wait({polling})
            if not polling.cancelled():
                polling.result()
    return 0
