"""Puts turns on the queue, for as long as it takes: an update counts as received only then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog

from workers.jobs import Turn
from workers.lanes import Put, Stopped, TurnQueue
from workers.link import OutcomeUnknown, ServerSaidNo

log = structlog.get_logger()
T = TypeVar("T")

FIRST_WAIT_S, LONGEST_WAIT_S = 0.2, 5.0


async def its_own(chat: str) -> str:
    """The lane of a chat that never moved."""
    return chat


@dataclass(frozen=True, slots=True)
class Storing:
    """The queue's bot side, whose calls may be repeated until they are answered. `lane_of` tells
    the lane of a chat as its messages name it."""

    queue: TurnQueue
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    lane_of: Callable[[str], Awaitable[str]] = its_own

    async def put(self, turn: Turn) -> Put:
        in_lane = replace(turn, chat=await self.lane_of(turn.chat))
        return await until_answered(lambda: self.queue.put(in_lane), self.sleep)

    async def stop(self, chat: str, before: int) -> Stopped:
        lane = await self.lane_of(chat)
        return await until_answered(lambda: self.queue.stop(lane, before), self.sleep)

    async def rejoin(self, chat: str, turn: int, other: int) -> None:
        """Tried once: without it the two are answered one after the other."""
        try:
            await self.queue.rejoin(await self.lane_of(chat), turn, other)
        except (OutcomeUnknown, ServerSaidNo) as fault:
            log.info("two turns were not joined", why=type(fault).__name__)


async def until_answered(
    call: Callable[[], Awaitable[T]], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> T:
    """No end on purpose: giving up would lose the message; the poller waits with us, and
    Telegram keeps what comes meanwhile. Cancelling leaves the update unconfirmed."""
    wait_s = FIRST_WAIT_S
    while True:
        try:
            return await call()
        except (OutcomeUnknown, ServerSaidNo) as fault:
            log.warning("the server did not answer", why=type(fault).__name__, wait_s=wait_s)
        await sleep(wait_s)
        wait_s = min(2 * wait_s, LONGEST_WAIT_S)
