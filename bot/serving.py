"""A worker that answers on Telegram, alone or beside the receiving of the same process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import structlog
from aiogram import Bot

from bot.business_replies import BusinessReplier
from bot.polling import new_bot
from bot.receiving import receive
from bot.replies import TelegramReplier
from bot.send_budget import SendBudget
from bot.telegram_settings import TelegramSettings
from bot.texts.export_page import export_page
from bot.webhook import Webhook
from workers.app import WorkerSettings, build_worker, open_model, open_summarizer, warm_up
from workers.backend import Backend, open_backend
from workers.chosen_embedder import open_embedder
from workers.export import Export
from workers.readiness import readiness
from workers.signals import ended_by_signals
from workers.tokens import TokenCounter
from workers.worker import Worker

log = structlog.get_logger()


class ServingSettings(TelegramSettings, WorkerSettings, Protocol):
    """What is wanted of the settings to answer on Telegram."""


async def work_until_told(settings: ServingSettings, token: str) -> int:
    """Work until SIGTERM or Ctrl-C, then wind down; a second signal winds down at once."""
    with ended_by_signals() as ending:
        async with telegram_worker(settings, token) as (worker, _, _):
            ending.begin = ending.hurry = worker.drain
            await worker.run()
    return 0


async def receive_and_work_until_told(
    settings: ServingSettings, token: str, webhook: Webhook | None = None
) -> int:
    """Both in one process; the first signal ends the receiving and drains the worker."""
    with ended_by_signals() as ending:
        async with (
            telegram_worker(settings, token) as (worker, backend, bot),
            asyncio.TaskGroup() as group,
        ):
            receiving = group.create_task(receive(bot, backend, settings, webhook))

            def begin() -> None:
                receiving.cancel()
                worker.drain()

            ending.begin, ending.hurry = begin, worker.drain
            await worker.run()
    return 0


@asynccontextmanager
async def telegram_worker(
    settings: ServingSettings, token: str
) -> AsyncIterator[tuple[Worker, Backend, Bot]]:
    """A worker whose replies go out through the bot of this token; says which model it asks."""
    tokens = TokenCounter(settings.openai_model)
    async with (
        open_backend(settings, settings.bot_id) as backend,
        readiness(settings.health_address, backend.link),
        new_bot(token, settings.telegram_api_url, backend.moves) as bot,
        open_model(settings, tokens.count) as model,
        open_summarizer(settings, tokens.count) as summarizer,
        open_embedder(settings) as embedder,
    ):
        await warm_up(settings, tokens)
        worker = build_worker(
            settings,
            lanes=backend.lanes,
            lane=backend.lanes,
            tending=backend.lanes,
            choices=backend.lanes,
            store=backend.store,
            vectors=backend.vectors,
            embedder=embedder,
            lost=backend.lost,
            dead=backend.dead,
            accounts=backend.accounts,
            replier=_replier(bot, backend, settings),
            model=model,
            summarizer=summarizer,
            count=tokens.count,
        )
        log.info(
            "worker ready",
            model=model.name,
            recipe=settings.recipe,
            embedder=embedder.name if embedder else None,
        )
        yield worker, backend, bot


def _replier(bot: Bot, backend: Backend, settings: ServingSettings) -> BusinessReplier:
    """All names share what Telegram takes of the bot."""
    budget = SendBudget(backend.sends, per_second=settings.sends_per_second)
    export = _export(backend)

    def replier_of(bot: Bot) -> TelegramReplier:
        return TelegramReplier(
            bot,
            budget=budget,
            placeholders=backend.placeholders,
            export=export,
            rich=settings.telegram_rich,
            asking=settings.feedback_buttons,
        )

    return BusinessReplier(bot, replier_of, backend.connections)


def _export(backend: Backend) -> Export:
    return Export(backend.store, backend.lanes, export_page, backend.holdings, backend.sent_files)
