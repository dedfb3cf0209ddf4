"""A fake Telegram that refuses floods, and workers that write to it out of one budget."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.frames import Pace
from bot.polling import new_bot
from bot.replies import TelegramReplier
from bot.send_budget import PER_SECOND, SendBudget, unlimited
from tests.servers import Server
from tests.telegram.server import TOKEN, FakeTelegram
from workers.jobs import Turn
from workers.keys import Keys
from workers.placeholders import DictPlaceholders
from workers.redis_link import RedisLink
from workers.redis_spending import RedisSpending
from workers.spending import LocalSpending, Spending

WORKERS = 2


@dataclass(frozen=True, slots=True)
class FastTime:
    """Runs so many times as fast as the clock on the wall."""

    fast: float = 1.0

    def __call__(self) -> float:
        return time.monotonic() * self.fast

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.fast)


@dataclass(frozen=True, slots=True)
class Scene:
    telegram: FakeTelegram
    repliers: Sequence[TelegramReplier]
    now: FastTime

    def replier(self, number: int) -> TelegramReplier:
        """Chats are shared out among the workers."""
        return self.repliers[number % len(self.repliers)]


@asynccontextmanager
async def scene(*, budget: bool, fast: float = 1.0) -> AsyncIterator[Scene]:
    """The server's clock cannot run fast: then the workers' shared budget is this process'."""
    now = FastTime(fast)
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(FakeTelegram(clock=now, limited=True))
        shared = await _shared(stack) if fast == 1 else LocalSpending(now)
        placeholders = DictPlaceholders()
        repliers = []
        for _ in range(WORKERS):
            bot = await stack.enter_async_context(new_bot(TOKEN, telegram.url))
            spent = (
                SendBudget(shared, per_second=PER_SECOND, clock=now, sleep=now.sleep)
                if budget
                else unlimited(now.sleep)
            )
            pace = Pace(now, now.sleep, spent)
            repliers.append(
                TelegramReplier(bot, now.sleep, budget=spent, placeholders=placeholders, pace=pace)
            )
        yield Scene(telegram, repliers, now)


async def _shared(stack: AsyncExitStack) -> Spending:
    server = Server()
    server.start()
    stack.callback(server.remove)
    link = await stack.enter_async_context(await RedisLink.open(server.url))
    return RedisSpending(link, Keys("bench", "1"))


def turn(chat: str, update_id: int, message_id: int) -> Turn:
    at = datetime(2026, 11, 29, tzinfo=UTC)
    return Turn(chat, update_id, "a question", at, message_ids=(message_id,))
