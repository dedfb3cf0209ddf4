"""What Telegram posts to us: answered with 200 once the turn is stored, within milliseconds."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import structlog
from aiogram import Bot, Dispatcher
from aiogram.types import Update
from aiohttp import web
from pydantic import ValidationError

from bot.webhook import Webhook
from workers.starting import CannotStart

log = structlog.get_logger()

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  # a header's name
MOST_BYTES = 2**20
"""Of one update; Telegram's stay far below."""
STORED_WITHIN_S = 20.0
"""A queue that takes longer is told to Telegram, which then delivers again. It gives up the
connection by itself after about a minute."""


class CannotListen(CannotStart):
    """The address to be called at cannot be used."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """One update per request. 401: no secret or a wrong one · 400: no update at all · 503: not
    stored, deliver it again · 200: stored, or nothing that can ever be read."""

    dispatcher: Dispatcher
    bot: Bot
    secret: str
    stored_within_s: float = STORED_WITHIN_S

    async def receive(self, request: web.Request) -> web.Response:
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), self.secret.encode()):
            return web.Response(status=401)
        try:
            received = json.loads(await request.read())
            number = int(received["update_id"])
        except (ValueError, KeyError, TypeError):
            return web.Response(status=400)
        return web.Response(status=await self._taken(received, number))

    async def _taken(self, received: dict[str, Any], number: int) -> int:
        try:
            update = Update.model_validate(received, context={"bot": self.bot})
        except ValidationError:  # it would come again and again, and hold up those behind it
            log.warning("an update could not be read and was skipped", update_id=number)
            return 200
        try:
            async with asyncio.timeout(self.stored_within_s):
                await self.dispatcher.feed_update(self.bot, update)
        except TimeoutError:
            log.warning("an update was not stored in time", update_id=number)
            return 503
        return 200


@asynccontextmanager
async def listening(
    webhook: Webhook, receiver: Receiver, app: web.Application
) -> AsyncIterator[int]:
    """Serve `app` with the receiver in it until the end; yields the port. Leaving lets the
    requests at hand end. Raises CannotListen."""
    app.router.add_post(webhook.path, receiver.receive)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        host, _, port = webhook.listen.rpartition(":")
        site = web.TCPSite(runner, host, int(port))
        try:
            await site.start()
        except OSError as why:
            reason = why.strerror or "it cannot be used"
            raise CannotListen(f"HAFEZ_WEBHOOK_ADDRESS: {reason}") from None
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def new_app() -> web.Application:
    return web.Application(client_max_size=MOST_BYTES)
