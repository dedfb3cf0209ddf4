"""The real lanes and the real Bot API session, writing down what happens."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.methods import EditMessageText, SendMessage, TelegramMethod

from tests.bench.chaos.evidence import (
    Began,
    Begun,
    Ended,
    Journal,
    Kept,
    Leased,
    Left,
    Marked,
    Opened,
    Out,
    reply_in,
)
from tests.bench.chaos.plan import ANSWER_TIMEOUT_S
from workers import lanes as ports
from workers.jobs import Outcome, Reply, Turn
from workers.lanes import Committed, Failed, Lease
from workers.leases import Held
from workers.link import OutcomeUnknown
from workers.placeholders import Placeholder
from workers.redis_lanes import RedisLanes
from workers.redis_placeholders import RedisPlaceholders
from workers.worker import LaneWork

# Model and session are called in the task that works on the lane, and are not told for which.
_current: ContextVar[Lease] = ContextVar("_current")


@dataclass(frozen=True)
class Watch:
    """Writes down what one worker does under the lease that its task works on."""

    worker: str
    journal: Journal
    delivering: set[Lease] = field(default_factory=set)
    _unknown: dict[Lease, float] = field(default_factory=dict)

    @contextmanager
    def opening(self, lease: Lease) -> Iterator[float]:
        """When the lane was asked for its turns first, if it was asked again because the answer
        was lost: then it gives the turns that it gave then."""
        began = self._unknown.pop(lease, time.monotonic())
        try:
            yield began
        except OutcomeUnknown:
            self._unknown[lease] = began
            raise

    def opened(self, lease: Lease, began: float, opened: ports.Opened) -> None:
        ids = tuple(turn.update_id for turn in opened.turns)
        self.journal.note(Opened(self.worker, lease.chat, lease.fence, began, ids))
        if opened.outbox is not None:
            self.delivering.add(lease)

    def leased(self, lease: Lease) -> None:
        self.journal.note(Leased(self.worker, lease.chat, lease.fence, time.monotonic()))

    def marked(self, lease: Lease) -> None:
        self.journal.note(Marked(self.worker, lease.chat, lease.fence, time.monotonic()))

    def leaving(self, lease: Lease) -> None:
        self.journal.note(Left(self.worker, lease.chat, lease.fence, time.monotonic()))

    def kept(self) -> None:
        lease = _current.get()
        self.journal.note(Kept(self.worker, lease.chat, lease.fence, time.monotonic()))

    def calling(self, method: SendMessage | EditMessageText) -> Callable[[], None]:
        """A text goes out: of a reply that is delivered, or of one that still streams."""
        lease = _current.get()
        answered = getattr(method, "reply_parameters", None)
        reply = reply_in(method.text or "", answered.message_id if answered else 0)
        if not isinstance(method, SendMessage):
            return self.began("edit", reply)
        if lease in self.delivering:
            return self.began("send", reply)
        self.journal.note(Begun(self.worker, lease.chat, lease.fence, reply, time.monotonic()))
        return self.began("begin", reply)

    def stood_still(self, began: float, ended: float) -> None:
        self.journal.note(Out(self.worker, "stood still", began, ended))

    def began(self, what: str, reply: str) -> Callable[[], None]:
        """Work that must not overlap; returns what is to be called at its end."""
        lease = _current.get()
        who = (self.worker, lease.chat, lease.fence, what)
        self.journal.note(Began(*who, reply, time.monotonic()))
        return lambda: self.journal.note(Ended(*who, time.monotonic()))


@dataclass(frozen=True)
class WatchedWork:
    """Whatever is done in this task is done under the lease that it holds."""

    work: LaneWork

    async def run(self, held: Held) -> None:
        _current.set(held.lease)
        await self.work.run(held)


class WatchedLanes(RedisLanes):
    """The exchange that a lease commits keeps its fence."""

    watch: Watch

    async def lease(self, worker: str, most: int) -> ports.Leased:
        began = time.monotonic()
        leased = await super().lease(worker, most)
        for lease in leased.leases:
            self.watch.leased(lease)
        for lease, opened in leased.opened.items():
            self.watch.opened(lease, began, opened)
        return leased

    async def open(self, lease: Lease) -> ports.Opened:
        with self.watch.opening(lease) as began:
            opened = await super().open(lease)
        self.watch.opened(lease, began, opened)
        return opened

    async def commit(self, lease: Lease, turns: Sequence[Turn], outcome: Outcome) -> Committed:
        if outcome.exchange is not None:
            exchange = replace(outcome.exchange, more={"fence": lease.fence})
            outcome = replace(outcome, exchange=exchange)
        committed = await super().commit(lease, turns, outcome)
        self.watch.delivering.add(lease)
        return committed

    async def mark_sent(self, lease: Lease, part: int, message_ids: Sequence[int]) -> None:
        await super().mark_sent(lease, part, message_ids)
        self.watch.marked(lease)

    async def release(self, lease: Lease, message_ids: Sequence[int] = ()) -> bool:
        self.watch.leaving(lease)
        released = await super().release(lease, message_ids)
        if released:
            self.watch.marked(lease)
        return released

    async def drop(self, lease: Lease, turns: Sequence[Turn]) -> None:
        self.watch.leaving(lease)
        await super().drop(lease, turns)

    async def hand_back(self, lease: Lease) -> None:
        self.watch.leaving(lease)
        await super().hand_back(lease)

    async def fail(
        self,
        lease: Lease,
        turns: Sequence[Turn],
        reason: str,
        retry_in_ms: int | None,
        notice: Reply,
    ) -> Failed:
        if retry_in_ms is not None:
            self.watch.leaving(lease)
        failed = await super().fail(lease, turns, reason, retry_in_ms, notice)
        self.watch.delivering.add(lease)
        return failed


class WatchedPlaceholders(RedisPlaceholders):
    watch: Watch

    async def keep(self, chat: str, placeholder: Placeholder) -> bool:
        kept = await super().keep(chat, placeholder)
        self.watch.kept()
        return kept


class WatchedSession(AiohttpSession):
    """Waits for the Bot API's answers for a shorter time than the real one."""

    watch: Watch

    async def make_request(
        self,
        bot: Bot,
        method: TelegramMethod[Any],
        timeout: int | None = None,  # noqa: ASYNC109  # aiogram's signature
    ) -> Any:
        call = super().make_request
        if isinstance(method, SendMessage | EditMessageText):
            return await self._sent(method, lambda: call(bot, method, ANSWER_TIMEOUT_S))  # type: ignore[arg-type]  # aiohttp takes a fraction as well
        return await call(bot, method, timeout)

    async def _sent(
        self, method: SendMessage | EditMessageText, call: Callable[[], Awaitable[Any]]
    ) -> Any:
        ended = self.watch.calling(method)
        try:
            return await call()
        finally:
            ended()
