"""Receives updates by long polling until it is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import structlog
from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.utils.backoff import BackoffConfig

from bot.access import Access
from bot.at_once import AtOnce
from bot.dispatcher import build_dispatcher
from bot.following import FollowMoves
from bot.handlers.commands import set_menus
from bot.log_privacy import hush_aiogram
from bot.pairing import offer_pairing
from bot.reaching import BACKOFF, learn_who_we_are, until_reached
from bot.send_budget import SendBudget, unlimited
from bot.sending import Sending
from bot.stalls import PATIENCE_S, watched
from bot.texts import Texts
from bot.unreadable import SkipUnreadable
from workers.business import Connections
from workers.feedback import Feedback
from workers.lanes import ChatChoices, TurnQueue
from workers.moves import Moves

log = structlog.get_logger()

POLLING_TIMEOUT_S = 25
REQUEST_TIMEOUT_S = 20.0
"""getUpdates is given up after both together; it cannot stall for ever."""
RECEIVED = [
    "message",
    "edited_message",
    "my_chat_member",
    "callback_query",
    "message_reaction",
    "stopped_message_generation",
    "business_connection",
    "business_message",
    "edited_business_message",
    "deleted_business_messages",
]


def new_bot(
    token: str, api_url: str = "https://api.telegram.org", moves: Moves | None = None
) -> Bot:
    """A bot whose session the caller closes: `async with new_bot(…) as bot`. `moves`: where it is
    noted which group became which supergroup."""
    hush_aiogram()
    session = AiohttpSession(api=TelegramAPIServer.from_base(api_url), timeout=REQUEST_TIMEOUT_S)
    session.middleware(SkipUnreadable())
    session.middleware(FollowMoves(moves))
    return Bot(token, session=session)


async def poll(
    bot: Bot,
    queue: TurnQueue,
    access: Access,
    *,
    names: Collection[str] = (),
    moves: Moves | None = None,
    budget: SendBudget | None = None,
    feedback: Feedback | None = None,
    choices: ChatChoices | None = None,
    connections: Connections | None = None,
    polling_timeout_s: int = POLLING_TIMEOUT_S,
    patience_s: float = PATIENCE_S,
    backoff: BackoffConfig = BACKOFF,
) -> None:
    """Runs until cancelled; then the update at hand is left unconfirmed, short answers get
    their last chance, and nothing is left running. Does not close the bot's session. Raises
    TokenRefused."""
    texts = Texts()
    await introduce(bot, backoff)
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
        async with watched(bot, patience_s):
            await _until_cancelled(dispatcher, bot, polling_timeout_s, backoff)


async def introduce(bot: Bot, backoff: BackoffConfig = BACKOFF) -> None:
    """Learn who we are and end a webhook, which would keep updates from a poller (those that
    wait are kept). Tried until Telegram can be reached; raises TokenRefused."""

    async def end_webhook() -> None:
        await learn_who_we_are(bot)
        if (await bot.get_webhook_info()).url:
            log.warning("a webhook was set and is ended", why="run `web` or `bot`, never both")
        await bot.delete_webhook(drop_pending_updates=False)

    await until_reached(end_webhook, backoff)


async def _until_cancelled(
    dispatcher: Dispatcher, bot: Bot, polling_timeout_s: int, backoff: BackoffConfig
) -> None:
    """start_polling leaves its poller running when it is cancelled, so it is stopped instead."""
    polling = asyncio.create_task(
        dispatcher.start_polling(
            bot,
            polling_timeout=polling_timeout_s,
            handle_as_tasks=False,  # an update counts as received only when it was handled
            backoff_config=backoff,
            allowed_updates=RECEIVED,
            handle_signals=False,  # the entry point's
            close_bot_session=False,  # the caller's
        )
    )
    try:
        await asyncio.shield(polling)
    finally:
        await _stop(dispatcher, polling)


async def _stop(dispatcher: Dispatcher, polling: asyncio.Task[None]) -> None:
    while not polling.done():
        try:
            await dispatcher.stop_polling()
        except RuntimeError:  # it has not begun yet
            await asyncio.sleep(0)
        else:
            await asyncio.wait({polling})
