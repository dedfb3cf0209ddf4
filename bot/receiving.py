"""The bot process: receives what people write until it is told to end."""

from __future__ import annotations

import asyncio

from aiogram import Bot

from bot.access import Access, access_rules
from bot.being_called import be_called
from bot.limiting import Limiting
from bot.polling import new_bot, poll
from bot.send_budget import SendBudget
from bot.telegram_settings import TelegramSettings
from bot.webhook import Webhook
from bot.webhook_requests import new_app
from workers.backend import Backend, open_backend
from workers.limit_settings import limits_of
from workers.readiness import add_readiness, readiness
from workers.signals import ended_by_signals


async def receive_until_told(
    settings: TelegramSettings, token: str, webhook: Webhook | None = None
) -> int:
    """Poll Telegram, or be called by it, until SIGTERM or Ctrl-C; the update at hand is then left
    for the next start."""
    with ended_by_signals() as ending:
        async with (
            open_backend(settings, settings.bot_id) as backend,
            readiness(settings.health_address, backend.link),
            new_bot(token, settings.telegram_api_url, backend.moves) as bot,
        ):
            receiving = asyncio.create_task(receive(bot, backend, settings, webhook))
            ending.begin = receiving.cancel
            await asyncio.wait({receiving})
            if not receiving.cancelled():
                receiving.result()
    return 0


async def receive(
    bot: Bot, backend: Backend, settings: TelegramSettings, webhook: Webhook | None = None
) -> None:
    """Until cancelled. The webhook's address tells of life and readiness as well."""
    limiting = Limiting(backend.pace, backend.accounts, limits_of(settings))
    access = Access(backend.access, access_rules(settings), limiting)
    names, moves = settings.names, backend.moves
    budget = SendBudget(backend.sends, per_second=settings.sends_per_second)
    if webhook is None:
        await poll(
            bot,
            backend.lanes,
            access,
            names=names,
            moves=moves,
            budget=budget,
            feedback=backend.feedback,
            choices=backend.lanes,
            connections=backend.connections,
        )
        return
    app = new_app()
    add_readiness(app, backend.link)
    await be_called(
        bot,
        backend.lanes,
        access,
        webhook,
        app,
        names=names,
        moves=moves,
        budget=budget,
        feedback=backend.feedback,
        choices=backend.lanes,
        connections=backend.connections,
    )
