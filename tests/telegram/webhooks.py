"""Telegram's side of a webhook: posts what waits, in order, again until it is taken."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.telegram.updates import Terminated, Updates

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # a header's name
ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete "
    "the webhook first"
)
GIVEN_UP_AFTER_S = 60.0


@dataclass(frozen=True, slots=True)
class Delivery:
    """status: 0 where no answer came · seconds: until it came."""

    update_id: int
    status: int
    seconds: float


@dataclass
class Webhooks:
    """Set by setWebhook, ended by deleteWebhook; `told` is awaited after every delivery, `pause`
    before one is repeated."""

    updates: Updates
    told: Callable[[], Awaitable[None]]
    pause: Callable[[], Awaitable[None]] = field(default=lambda: asyncio.sleep(0.01))
    url: str = ""
    secret: str = ""
    deliveries: list[Delivery] = field(default_factory=list)
    _posting: asyncio.Task[None] | None = None

    async def set(self, params: dict[str, Any]) -> bool:
        await self.end()
        self.url, self.secret = str(params["url"]), str(params.get("secret_token", ""))
        if params.get("drop_pending_updates"):
            self.updates.waiting.clear()
        if self.url:
            self._posting = asyncio.create_task(self._post_all())
        return True

    async def delete(self, params: dict[str, Any]) -> bool:
        await self.end()
        if params.get("drop_pending_updates"):
            self.updates.waiting.clear()
        return True

    async def end(self) -> None:
        self.url = ""
        if self._posting is not None:
            self._posting.cancel()
            with suppress(asyncio.CancelledError):
                await self._posting
            self._posting = None

    def info(self) -> dict[str, Any]:
        return {
            "url": self.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self.updates.waiting),
        }

    async def _post_all(self) -> None:
        async with aiohttp.ClientSession() as session:
            with suppress(Terminated):
                while True:
                    for update in await self.updates.poll(1, GIVEN_UP_AFTER_S):
                        await self._post(session, update)

    async def _post(self, session: aiohttp.ClientSession, update: dict[str, Any]) -> None:
        began, status = time.monotonic(), 0
        headers = {SECRET_HEADER: self.secret} if self.secret else {}
        timeout = aiohttp.ClientTimeout(total=GIVEN_UP_AFTER_S)
        with suppress(aiohttp.ClientError, TimeoutError):
            async with session.post(
                self.url, json=update, headers=headers, timeout=timeout
            ) as answer:
                status = answer.status
        taken = 200 <= status < 300
        if taken:
            self.updates.confirm(update["update_id"] + 1)
        delivery = Delivery(update["update_id"], status, time.monotonic() - began)
        self.deliveries.append(delivery)
        await self.told()
        if not taken:
            await self.pause()
