"""A producer: puts turns on the lanes as the bot does, in no good order, and again and again.

A put is tried until the server has answered it. Turns come in bursts, sometimes in the wrong order
or twice, now and then with a /stop behind them.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

from tests.bench.chaos.evidence import Journal, Put, StopAsked
from tests.bench.chaos.plan import FIRST_CHAT, PRODUCERS, Plan
from tests.bench.chaos.process import logging_to, reaching
from workers.jobs import Turn
from workers.lanes import Put as Ended
from workers.leases import SERVER_TROUBLE
from workers.redis_lanes import RedisLanes

AGAIN_S = 0.05
FULL_S = 0.3
SWAPPED, REPEATED, STOPPED = 0.15, 0.08, 0.02
"""How likely it is that a burst comes in the wrong order, with a turn of before, with a /stop."""

REFUSED = (Ended.CHAT_FULL, Ended.BUSY)

Result = TypeVar("Result")


def produce(plan: Plan, which: int, url: str) -> None:
    """A process' whole life: its share of the chats."""
    with logging_to(plan.folder / f"producer-{which}.log"):
        asyncio.run(_produce(plan, which, url))


async def _produce(plan: Plan, which: int, url: str) -> None:
    with Journal(plan.folder / f"producer-{which}.journal") as journal:
        async with reaching(url, plan.timeout_s) as link:
            lanes = RedisLanes(link, plan.keys, lease_ms=round(plan.lease_s * 1000))
            async with asyncio.TaskGroup() as group:
                for chat in plan.chats[which::PRODUCERS]:
                    group.create_task(Person(plan, chat, lanes, journal).write())


def update_id(chat: str, nth: int, chats: int) -> int:
    """Ids grow over all chats, as Telegram's do."""
    return nth * chats + abs(int(chat)) - FIRST_CHAT + 1


@dataclass
class Person:
    """Writes the turns of one chat."""

    plan: Plan
    chat: str
    lanes: RedisLanes
    journal: Journal
    written: list[int] = field(default_factory=list)

    async def write(self) -> None:
        """Each burst at its time, or at once when that is over because the lanes were full."""
        chances, began = self.plan.chances(self.chat), time.monotonic()
        turns = left = self.plan.turns_of[self.chat]
        nth, each_s = 0, self.plan.sending_s / max(1, turns)
        while left:
            due_s = (turns - left + chances.uniform(0, 4)) * each_s
            await asyncio.sleep(max(0.0, began + due_s - time.monotonic()))
            burst = min(left, chances.randint(1, 4))
            ids = [self._id(nth + n) for n in range(burst)]
            nth, left = nth + burst, left - burst
            await self._send(chances, ids)
            if chances.random() < STOPPED:
                await self._stop(self._id(nth))
                nth += 1

    def _id(self, nth: int) -> int:
        return update_id(self.chat, nth, len(self.plan.chats))

    async def _send(self, chances: random.Random, ids: Sequence[int]) -> None:
        repeated = chances.random() < REPEATED and [chances.choice([*self.written[-30:], *ids])]
        self.written += ids
        order = [*ids, *(repeated or ())]
        if chances.random() < SWAPPED:
            chances.shuffle(order)
        if chances.random() < SWAPPED:
            await asyncio.gather(*(self._put(id_) for id_ in order))
        else:
            for id_ in order:
                await self._put(id_)

    async def _put(self, id_: int) -> None:
        turn = Turn(self.chat, id_, f"#{id_}", datetime.now(UTC), message_ids=(id_,))
        began = time.monotonic()
        while await self._surely(lambda: self.lanes.put(turn)) in REFUSED:  # noqa: ASYNC110  # no event tells of room
            await asyncio.sleep(FULL_S)
        self.journal.note(Put(self.chat, id_, began, time.monotonic()))

    async def _stop(self, before: int) -> None:
        began = time.monotonic()
        await self._surely(lambda: self.lanes.stop(self.chat, before))
        self.journal.note(StopAsked(self.chat, before, began, time.monotonic()))

    @staticmethod
    async def _surely(call: Callable[[], Awaitable[Result]]) -> Result:
        while True:
            try:
                return await call()
            except SERVER_TROUBLE:
                await asyncio.sleep(AGAIN_S)
