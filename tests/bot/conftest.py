"""The bot against the fake Bot API server over HTTP, and a queue in memory."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Iterator, MutableMapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import structlog
from aiogram import Bot
from aiogram.utils.backoff import BackoffConfig
from structlog.testing import capture_logs

from bot import being_called, reaching, stalls
from bot import polling as polling_module
from bot.access import Access
from bot.polling import new_bot, poll
from tests.telegram.server import TOKEN, FakeTelegram
from workers.access import AccessRules
from workers.jobs import Turn
from workers.lanes import Put, Stopped
from workers.local_access import LocalAccess
from workers.moves import Moves

ALLOWED = frozenset({7, 8})
QUICKLY = BackoffConfig(min_delay=0.01, max_delay=0.05, factor=1.5, jitter=0.001)


@dataclass
class FakeQueue:
    """Keeps the port's promises in memory. `faults` are raised by the next calls, `answers`
    given by them, first in, first out."""

    turns: list[Turn] = field(default_factory=list)
    faults: deque[Exception] = field(default_factory=deque)
    answers: deque[Put] = field(default_factory=deque)
    stops: list[tuple[str, int]] = field(default_factory=list)
    rejoined: list[tuple[str, int, int]] = field(default_factory=list)
    said_beside: list[str] = field(default_factory=list)
    stopped: Stopped = field(default_factory=lambda: Stopped(False, 0))
    puts: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def put(self, turn: Turn) -> Put:
        async with self.changed:
            self.puts += 1
            self.changed.notify_all()
            if self.faults:
                raise self.faults.popleft()
            if self.answers:
                return self.answers.popleft()
            if any(turn.update_id == known.update_id for known in self.turns):
                return Put.DUPLICATE
            self.turns.append(turn)
            return Put.STORED

    async def stop(self, chat: str, before: int) -> Stopped:
        async with self.changed:
            self.stops.append((chat, before))
            self.changed.notify_all()
            return self.stopped

    async def rejoin(self, chat: str, turn: int, other: int) -> None:
        self.rejoined.append((chat, turn, other))

    async def beside(self, chat: str) -> None:
        self.said_beside.append(chat)

    async def until(self, condition: Callable[[], object], timeout_s: float = 10) -> None:
        async with self.changed, asyncio.timeout(timeout_s):
            await self.changed.wait_for(condition)

    def texts(self) -> list[str]:
        return [turn.text for turn in self.turns]


class FakeSleep:
    """Returns at once and notes what was asked for."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as server:
        yield server


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    async with new_bot(TOKEN, telegram.url) as bot:
        yield bot


def allowing(allowed: frozenset[int] = ALLOWED) -> Access:
    """Lists of this process alone."""
    return Access(LocalAccess(), AccessRules(allowed=allowed))


Logged = list[MutableMapping[str, Any]]


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[Logged]:
    """The lines that receiving logs. Its loggers are new ones, because a test that sets logging up
    as in earnest binds those it finds for good."""
    for module in (being_called, polling_module, reaching, stalls):
        monkeypatch.setattr(module, "log", structlog.get_logger())
    with capture_logs() as lines:
        yield lines


@pytest.fixture
def queue() -> FakeQueue:
    return FakeQueue()


@pytest.fixture
def sleep() -> FakeSleep:
    return FakeSleep()


Polling = Callable[..., AbstractAsyncContextManager[asyncio.Task[None]]]


@pytest.fixture
def polling(bot: Bot, queue: FakeQueue) -> Polling:
    """`async with polling():` runs the bot as it runs in earnest."""

    @asynccontextmanager
    async def run(
        allowed: frozenset[int] = ALLOWED,
        timeout_s: int = 5,
        access: Access | None = None,
        names: Collection[str] = (),
        moves: Moves | None = None,
    ) -> AsyncIterator[asyncio.Task[None]]:
        task = asyncio.create_task(
            poll(
                bot,
                queue,
                access or allowing(allowed),
                names=names,
                moves=moves,
                polling_timeout_s=timeout_s,
                backoff=QUICKLY,
            )
        )
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.wait({task})

    return run
