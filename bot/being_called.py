"""Receives updates by webhook until it is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import structlog
from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.utils.backoff import BackoffConfig
from aiohttp import web

from bot.access import Access
from bot.at_once import AtOnce
from bot.dispatcher import build_dispatcher
from bot.handlers.commands import set_menus
from bot.pairing import offer_pairing
from bot.polling import RECEIVED
from bot.reaching import BACKOFF, learn_who_we_are, until_reached
from bot.send_budget import SendBudget, unlimited
from bot.sending import Sending
from bot.texts import Texts
from bot.webhook import Webhook
from bot.webhook_requests import Receiver, listening
from workers.business import Connections
from workers.feedback import Feedback
from workers.lanes import ChatChoices, TurnQueue
from workers.moves import Moves

log = structlog.get_logger()

LOOK_EVERY_S = 60.0


async def be_called(
    bot: Bot,
    queue: TurnQueue,
    access: Access,
    webhook: Webhook,
    app: web.Application,
    *,
    names: Collection[str] = (),
    moves: Moves | None = None,
    budget: SendBudget | None = None,
    feedback: Feedback | None = None,
    choices: ChatChoices | None = None,
    connections: Connections | None = None,
    backoff: BackoffConfig = BACKOFF,
    look_every_s: float = LOOK_EVERY_S,
) -> None:
    """Runs until cancelled; `app` is served too. The webhook stays set, so that Telegram keeps
    what comes until we are back. Raises TokenRefused, CannotListen."""
    texts = Texts()
    await until_reached(lambda: learn_who_we_are(bot), backoff)
    await offer_pairing(bot, access)
    sending = Sending(bot, budget=budget or unlimited())
    async with AtOnce(sending, beside=queue.beside) as at_once:
        at_once.begin(set_menus(bot, texts))
        dispatcher = build_dispatcher(
            queue,
            access,
            at_once,
            texts,
            names=names,
            moves=moves,
            feedback=feedback,
            choices=choices,
            connections=connections,
        )
        receiver = Receiver(dispatcher, bot, webhook.secret)
        async with listening(webhook, receiver, app) as port:
            await until_reached(lambda: set_webhook(bot, webhook), backoff)
            log.info("waiting to be called", port=port, path=webhook.path)
            await _look_after(bot, webhook, look_every_s)


async def set_webhook(bot: Bot, webhook: Webhook) -> None:
    """What waits is kept. A poller with the same token gets nothing from now on."""
    await bot.set_webhook(
        webhook.address,
        secret_token=webhook.secret,
        allowed_updates=RECEIVED,
        drop_pending_updates=False,
    )


async def _look_after(bot: Bot, webhook: Webhook, every_s: float) -> None:
    """Whoever runs this is told when Telegram does not call here any more, or cannot."""
    while True:
        await asyncio.sleep(every_s)
        try:
            info = await bot.get_webhook_info()
        except AiogramError as fault:
            log.debug("the webhook was not looked at", why=type(fault).__name__)
            continue
        if info.url != webhook.address:
            log.error(
                "no messages come",
                why="the webhook was ended or set elsewhere; does a "
                "`bot` run with the same token? Run `web` or `bot`, never both",
            )
        elif info.last_error_message and info.pending_update_count:
            log.warning(
                "telegram could not call",
                why=info.last_error_message,
                waiting=info.pending_update_count,
            )
