"""The worker's loop: leases lanes, works on them side by side, and winds down in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Protocol

import structlog
from structlog.contextvars import bind_contextvars

from workers.cutoff import Cutoff
from workers.heartbeat import Heartbeat
from workers.lanes import Lanes, Lease, Leased
from workers.leases import SERVER_TROUBLE, Clock, Held
from workers.telemetry import where

log = structlog.get_logger()

LONGEST_WAIT_S = 2.0
PAUSE_S = 0.5
"""Between two tries to reach the server; the link waits for it as well."""
HAND_BACK_S = 8.0
"""So long before the end of the drain time the turns that still run are handed back."""
LAST_S = 4.0
"""So long before that end even a delivery is cut off, to hand its lane back as well, and so that
the process is gone by then: a second or two go into taking the interpreter down."""


class LaneWork(Protocol):
    async def run(self, held: Held) -> None:
        """Do what the held lane needs next; being cancelled leaves the lane as it is."""
        ...


class BesideWork(Protocol):
    """Work that goes on beside the lanes and never holds them up."""

    def wake(self) -> None:
        """There is something to do."""
        ...

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        ...


class SlowWork(Protocol):
    """Work that needs no waking: its time is its own."""

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        ...


class Worker:
    """Works on up to `concurrency` lanes at once. `name` tells workers apart; times are
    seconds. `run` ends only after `drain`."""

    def __init__(
        self,
        *,
        lanes: Lanes,
        turn: LaneWork,
        upkeep: BesideWork,
        name: str,
        audit: SlowWork | None = None,
        concurrency: int = 64,
        lease_s: float = 15.0,
        drain_s: float = 30.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self._lanes = lanes
        self._turn = turn
        self._upkeep = upkeep
        self._audit = audit
        self._name = name
        self._concurrency = concurrency
        self._lease_s = lease_s
        self._drain_s = drain_s
        self._clock = clock
        self._held: set[Held] = set()
        self._heart = Heartbeat(lanes, self._held, lease_s, clock=clock)
        self._look = asyncio.Event()
        self._room = asyncio.Event()
        self._leasing = asyncio.Lock()
        self._more = True  # there may be lanes for which there was no room
        self._due: asyncio.TimerHandle | None = None
        self._drain_from: float | None = None
        self._hurry = Cutoff()

    async def run(self) -> None:
        self._lanes.on_stop(self._heart.soon)
        self._lanes.on_rejoin(self._heart.rejoin)
        self._lanes.on_beside(self._heart.beside)
        async with asyncio.TaskGroup() as group:
            heart = group.create_task(self._heart.run())
            beside = [group.create_task(self._watch(group)), group.create_task(self._upkeep.run())]
            if self._audit is not None:
                beside.append(group.create_task(self._audit.run()))
            await self._lease_until_drained(group)
            for task in beside:
                task.cancel()
            await self._wind_down()
            heart.cancel()

    def drain(self) -> None:
        """Take on nothing new and end `run` within the drain time: running turns finish or are
        handed back, replies in delivery first. A second call hands everything back now."""
        if self._drain_from is not None:
            self._hurry.now()
            return
        log.info("draining", running=len(self._held))
        self._drain_from = self._clock()
        self._look.set()

    async def _lease_until_drained(self, group: asyncio.TaskGroup) -> None:
        self._look.set()
        while True:
            await self._look.wait()
            self._look.clear()
            await self._lease_free(group)
            if self._drain_from is not None:
                return

    async def _lease_free(self, group: asyncio.TaskGroup) -> None:
        """One at a time, so that together they lease no more than there is room for."""
        async with self._leasing:
            free = self._concurrency - len(self._held)
            if free > 0 and self._drain_from is None:
                await self._lease(group, free)

    async def _lease(self, group: asyncio.TaskGroup, most: int) -> None:
        since = self._clock()
        try:
            leased = await self._lanes.lease(self._name, most)
        except SERVER_TROUBLE as error:
            log.warning("server not reached", error=type(error).__name__)
            self._look_again_in(PAUSE_S)
            return
        if self._drain_from is not None:
            await self._hand_back(leased.leases)
            return
        self._more = len(leased.leases) >= most
        for lease in leased.leases:
            opened = leased.opened.get(lease)
            held = Held(lease, self._lease_s, since=since, opened=opened, clock=self._clock)
            self._begin(group, held)
        self._heed(leased)

    def _heed(self, leased: Leased) -> None:
        if leased.tending_due:
            self._upkeep.wake()
        if leased.next_due_ms is not None and leased.next_due_ms < LONGEST_WAIT_S * 1000:
            self._look_again_in(leased.next_due_ms / 1000)

    def _look_again_in(self, seconds: float) -> None:
        """One timer, for whatever falls due first."""
        loop = asyncio.get_running_loop()
        if self._due is not None:
            if loop.time() < self._due.when() <= loop.time() + seconds:
                return
            self._due.cancel()
        self._due = loop.call_later(seconds, self._look.set)

    def _begin(self, group: asyncio.TaskGroup, held: Held) -> None:
        self._held.add(held)
        self._heart.begin(held)
        held.task = group.create_task(self._work(held))

    async def _work(self, held: Held) -> None:
        try:
            bind_contextvars(chat=held.lease.chat)  # in this task's own context
            await self._turn.run(held)
        except Exception as error:  # noqa: BLE001  # one turn's fault never ends the worker
            log.warning("turn crashed", error=where(type(error), error.__traceback__))
        finally:
            self._held.discard(held)
            self._room.set()
            if self._more:  # otherwise a token tells
                self._look.set()

    async def _watch(self, group: asyncio.TaskGroup) -> None:
        """Wait for something to do, for as long as there is room for it, and take it on."""
        while True:
            self._room.clear()
            if len(self._held) >= self._concurrency:
                await self._room.wait()
            try:
                await self._lanes.wait(LONGEST_WAIT_S)
            except SERVER_TROUBLE:
                await asyncio.sleep(PAUSE_S)
            await self._lease_free(group)
            await asyncio.sleep(0)  # what was begun goes first

    async def _wind_down(self) -> None:
        await self._until_idle(self._drain_s - HAND_BACK_S)
        await self._give_up(held for held in self._held if not held.delivering)
        await self._until_idle(self._drain_s - LAST_S)
        await self._give_up(self._held)
        log.info("drained")

    async def _until_idle(self, drained_for_s: float) -> None:
        tasks = [held.task for held in self._held if held.task is not None]
        if not tasks:
            return
        left_s = (self._drain_from or 0) + drained_for_s - self._clock()
        with suppress(TimeoutError):
            async with self._hurry.within(max(0.0, left_s)):
                await asyncio.wait(tasks)

    async def _give_up(self, some: Iterable[Held]) -> None:
        """Cut their work off, then hand their lanes back as they are."""
        given_up = [held for held in some if not held.ended]
        for held in given_up:
            held.end()
        tasks = [held.task for held in given_up if held.task is not None]
        if tasks:
            await asyncio.wait(tasks)
        await self._hand_back([held.lease for held in given_up if not held.leaving])

    async def _hand_back(self, leases: Sequence[Lease]) -> None:
        for lease in leases:
            try:
                await self._lanes.hand_back(lease)
                log.info("lane handed back", chat=lease.chat)
            except SERVER_TROUBLE as error:
                log.warning("lane not handed back", error=type(error).__name__)
