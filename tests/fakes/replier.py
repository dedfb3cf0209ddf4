"""A replier that records what it was given: first in, first out."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from workers.jobs import Outbox, Reply, Turn
from workers.replier import Draft, MarkSent, StillOurs, unquestioned


class RecordingDraft:
    def __init__(self, shown: list[str]) -> None:
        self._shown = shown

    async def show(self, text: str) -> None:
        self._shown.append(text)


class RecordingReplier:
    """Delivers every reply as one part, or raises the next of its `faults` (None: none)."""

    def __init__(self, *faults: Exception | None) -> None:
        self._faults = deque(faults)
        self._ids = 1000
        self._news = asyncio.Event()
        self.drafts: dict[str, list[str]] = defaultdict(list)
        self.tried: list[tuple[str, Reply]] = []
        self.delivered: list[tuple[str, Reply]] = []
        self.working_on: list[Turn] = []
        self.gate: asyncio.Event | None = None

    @asynccontextmanager
    async def working(
        self, turn: Turn, still_ours: StillOurs = unquestioned
    ) -> AsyncIterator[Draft]:
        self.working_on.append(turn)
        self._tell()
        yield RecordingDraft(self.drafts[turn.chat])

    async def deliver(
        self,
        chat: str,
        outbox: Outbox,
        mark_sent: MarkSent,
        still_ours: StillOurs = unquestioned,
    ) -> tuple[int, ...]:
        self.tried.append((chat, outbox.reply))
        self._tell()
        if self.gate is not None:
            await self.gate.wait()
        still_ours()
        fault = self._faults.popleft() if self._faults else None
        if fault is not None:
            raise fault
        self._ids += 1
        self.delivered.append((chat, outbox.reply))
        self._tell()
        return (self._ids,)

    def replies_to(self, chat: str) -> list[Reply]:
        return [reply for to, reply in self.delivered if to == chat]

    def texts(self, chat: str) -> list[str]:
        return [reply.text for reply in self.replies_to(chat)]

    def _tell(self) -> None:
        self._news.set()

    async def until(self, condition: Callable[[RecordingReplier], bool]) -> None:
        """Waits for news until the condition holds; fails after ten seconds."""
        async with asyncio.timeout(10):
            while not condition(self):
                self._news.clear()
                await self._news.wait()
