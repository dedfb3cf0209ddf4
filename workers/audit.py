"""Once a minute one of all workers looks for work that a crash or a lost answer left behind.

Nothing here is needed while everything goes well: lanes and tendings come back by their leases.
It is for what should not happen: a record without its place in line, lost data, a hand in it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog

from memory.conversation import ConversationId
from memory.store import ChatMemory, MemoryStore
from workers.leases import SERVER_TROUBLE
from workers.retries import Random
from workers.telemetry import where
from workers.unread import with_bodies

log = structlog.get_logger()

Overdue = Callable[[ChatMemory, str], bool]
"""Whether a memory is past its threshold by a recipe; "" stands for the default."""

PERIOD_S = 60.0
MOST_LOADED = 32
"""So many memories are read at most in one audit; the others are met again later."""


@dataclass(frozen=True, slots=True)
class Untended:
    """A conversation that nobody is to tend. grown_bytes: at least what its text past the
    watermark takes · recipe: the one its chat chose, "" for the default."""

    conversation: ConversationId
    last_number: int
    grown_bytes: int
    recipe: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """How many lanes and tendings were put back, and conversations to decide about."""

    lanes: int = 0
    tendings: int = 0
    untended: Sequence[Untended] = ()


class LostWork(Protocol):
    async def begin(self, worker: str, period_s: float) -> bool:
        """Whether this worker may audit now: no other gets the right within that time."""
        ...

    async def mend(self) -> Found:
        """Put back what lies nowhere, in a bounded number of steps; the next call goes on where
        this one ended. Touches nothing that is in its place."""
        ...

    async def decide(self, untended: Untended, *, tend: bool) -> bool:
        """Have it tended or not, and do not meet it again before its next exchange. Whether it
        was put in line: not if something changed meanwhile."""
        ...


class Audit:
    """Runs beside a worker. `threshold_tokens`: no conversation with fewer bytes than this is
    overdue, since a token takes at least one."""

    def __init__(
        self,
        *,
        lost: LostWork,
        store: MemoryStore,
        overdue: Overdue,
        threshold_tokens: int,
        name: str,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Random = random.random,
    ) -> None:
        self._lost = lost
        self._store = store
        self._overdue = overdue
        self._threshold_tokens = threshold_tokens
        self._name = name
        self._pause = pause
        self._random = random

    async def run(self) -> None:
        """Goes on until it is cancelled; no error ends it. Workers that started together do not
        ask together."""
        await self._pause(PERIOD_S * self._random())
        while True:
            try:
                await self.once()
            except SERVER_TROUBLE as error:
                log.warning("server not reached", error=type(error).__name__)
            except Exception as error:  # noqa: BLE001  # a fault of the audit never ends the worker
                log.warning("audit crashed", error=where(type(error), error.__traceback__))
            await self._pause(PERIOD_S * (1 + 0.1 * self._random()))

    async def once(self) -> None:
        """One audit, if it is ours to make."""
        if not await self._lost.begin(self._name, PERIOD_S):
            return
        found = await self._lost.mend()
        large = [one for one in found.untended if one.grown_bytes > self._threshold_tokens]
        asked = [await self._decided(one) for one in large[:MOST_LOADED]]
        if found.lanes or found.tendings or any(asked):
            log.warning(
                "lost work put back",
                lanes=found.lanes,
                tendings=found.tendings,
                untended=sum(asked),
            )

    async def _decided(self, untended: Untended) -> bool:
        """Whether it was put in line; a memory that cannot be judged does not hold up others."""
        try:
            memory = await self._store.load(untended.conversation)
            tend = await with_bodies(memory, self._judged(untended.recipe), self._store.read)
        except SERVER_TROUBLE:
            raise
        except Exception as error:  # noqa: BLE001  # edge of a job, as where memories are tended
            log.warning("memory not judged", error=where(type(error), error.__traceback__))
            tend = False
        return await self._lost.decide(untended, tend=tend)

    def _judged(self, recipe: str) -> Callable[[ChatMemory], Awaitable[bool]]:
        return lambda memory: asyncio.to_thread(self._overdue, memory, recipe)
