"""A chat that an answer streams into, by a moved clock, and what is seen of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

import pytest
from aiogram import Bot
from aiogram.client.session.middlewares.base import (
    BaseRequestMiddleware,
    NextRequestMiddlewareType,
)
from aiogram.methods import TelegramMethod
from aiogram.methods.base import TelegramType

from bot.frames import Pace
from bot.replies import TelegramReplier
from bot.send_budget import SendBudget
from tests.telegram.clock import MovedClock
from tests.telegram.server import FakeTelegram
from workers.jobs import Outbox, Reply, Turn
from workers.placeholders import DictPlaceholders, Placeholders
from workers.replier import Draft

Made = TypeVar("Made")

GROUP = "-100/42"
QUESTION = 90
"""Message ids that the fake server gives out are beyond it."""


def turn(chat: str = "7", update_id: int = 501, message_id: int = QUESTION) -> Turn:
    return Turn(
        chat, update_id, "a question", datetime(2026, 11, 29, tzinfo=UTC), message_ids=(message_id,)
    )


def outbox(text: str, **details: Any) -> Outbox:
    return Outbox(Reply.from_json({"text": text, "reply_to": QUESTION, **details}))


async def unmarked(part: int, message_ids: Sequence[int]) -> None:
    pass


class UnderWay(BaseRequestMiddleware):
    """How many calls wait for Telegram now."""

    def __init__(self) -> None:
        self.now = 0

    async def __call__(
        self,
        make_request: NextRequestMiddlewareType[TelegramType],
        bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Any:
        self.now += 1
        try:
            return await make_request(bot, method)
        finally:
            self.now -= 1


class Aside:
    """How many wait for what a thread makes now."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0
        self._to_thread = asyncio.to_thread
        monkeypatch.setattr(asyncio, "to_thread", self)

    async def __call__(self, make: Callable[..., Made], /, *args: Any, **named: Any) -> Made:
        self.now += 1
        try:
            return await self._to_thread(make, *args, **named)
        finally:
            self.now -= 1


class Chat:
    """A replier by a moved clock, and what is seen of it."""

    def __init__(
        self,
        telegram: FakeTelegram,
        bot: Bot,
        clock: MovedClock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.telegram = telegram
        self.clock = clock
        self.bot = bot
        self.under_way = UnderWay()
        bot.session.middleware(self.under_way)
        self.aside = Aside(monkeypatch)
        self.placeholders: Placeholders = DictPlaceholders()
        self.replier = self.new_replier()

    def new_replier(self) -> TelegramReplier:
        """As in another process."""
        budget = SendBudget(clock=self.clock, sleep=self.clock.sleep)
        pace = Pace(self.clock, self.clock.sleep, budget)
        return TelegramReplier(
            self.bot,
            self.clock.sleep,
            budget=budget,
            placeholders=self.placeholders,
            pace=pace,
        )

    @asynccontextmanager
    async def working(self, chat: str = "7", **details: Any) -> AsyncIterator[Draft]:
        async with self.replier.working(turn(chat, **details)) as draft:
            yield draft

    async def deliver(self, chat: str, box: Outbox) -> tuple[int, ...]:
        return await self.replier.deliver(chat, box, unmarked)

    def drafts(self) -> list[str]:
        return [call.params.get("text", "") for call in self.telegram.calls("sendMessageDraft")]

    def edits(self) -> list[str]:
        return [call.params["text"] for call in self.telegram.calls("editMessageText")]

    async def until(self, condition: Callable[[], object]) -> None:
        await self.telegram.until(condition)
        await self.settle()

    async def settle(self) -> None:
        """Until whoever waited for Telegram or for a thread sleeps again, however busy the machine
        is."""
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0.0005)
            pending = any(call.answer == "pending" for call in self.telegram.log[-5:])
            stalled = sum(call.answer == "stall" for call in self.telegram.log)
            busy = pending or self.aside.now or self.under_way.now > stalled
            quiet = 0 if busy else quiet + 1

    async def pass_time(self, seconds: float, step: float = 0.25) -> None:
        """In steps, so that everyone gets to what is due at its time."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            await self.settle()


async def begin_in_group(chat: Chat, text: str = "half", **details: Any) -> None:
    async with chat.working(GROUP, **details) as draft:
        await draft.show(text)
        await chat.pass_time(3.5)
    assert chat.telegram.texts() == [text]
    await chat.pass_time(4)
