"""Renews the leases of a worker, tells its turns that they were stopped, and ends the work on
leases that are lost, by the server's word or by our own clock.

All are renewed in one call. Each ends at its own time, whether a call is under way or not, and
costs the others nothing."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection
from contextlib import suppress

import structlog

from workers.lanes import Beat, Lanes
from workers.leases import SERVER_TROUBLE, Clock, Held

log = structlog.get_logger()

BEATS_PER_LEASE = 3
AGAIN_S = 0.5  # after a beat that did not get through


class Heartbeat:
    def __init__(
        self, lanes: Lanes, held: Collection[Held], lease_s: float, *, clock: Clock
    ) -> None:
        self._lanes = lanes
        self._held = held
        self._every_s = lease_s / BEATS_PER_LEASE
        self._clock = clock
        self._some = asyncio.Event()
        self._soon = asyncio.Event()
        self._missed = False
        self._first_end = math.inf  # of the leases that are looked after, by our clock
        self._sooner = asyncio.Event()

    def begin(self, held: Held) -> None:
        """There is this lease to renew: at once, if it was so long on its way that the next beat
        may come too late."""
        self._some.set()
        if held.left_s < self._every_s:
            self._soon.set()
        if held.until < self._first_end:
            self._sooner.set()

    def soon(self, chat: str) -> None:
        """A turn of this chat may have been stopped: ask at once."""
        if any(held.lease.chat == chat for held in self._held):
            self._soon.set()

    def rejoin(self, chat: str, fence: int) -> None:
        """Something was sent together with the turn that is answered under this lease."""
        for held in self._under(chat, fence):
            held.rejoin()

    def beside(self, chat: str, fence: int) -> None:
        """Something was said beside it."""
        for held in self._under(chat, fence):
            held.apart = True

    def _under(self, chat: str, fence: int) -> list[Held]:
        leases = ((held, held.lease) for held in self._held)
        return [held for held, lease in leases if (lease.chat, lease.fence) == (chat, fence)]

    async def run(self) -> None:
        """Goes on until it is cancelled; without leases it sleeps."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._renew_in_time())
            group.create_task(self._end_in_time())

    async def _renew_in_time(self) -> None:
        while True:
            await self._some.wait()
            await self._pause()
            self._end_overdue()  # before a beat that would only come back to say so
            await self._beat()
            if not self._held:
                self._some.clear()

    async def _end_in_time(self) -> None:
        while True:
            self._sooner.clear()
            self._end_overdue()
            self._first_end = min((held.until for held in self._ours()), default=math.inf)
            await _set_within(self._sooner, self._first_end - self._clock())

    def _ours(self) -> list[Held]:
        return [held for held in self._held if not held.ended]

    async def _pause(self) -> None:
        wait_s = AGAIN_S if self._missed else self._every_s
        await _set_within(self._soon, wait_s)
        self._soon.clear()

    async def _beat(self) -> None:
        asked = self._ours()
        if not asked:
            return
        since = self._clock()
        try:
            async with asyncio.timeout(max(held.left_s for held in asked)):
                beat = await self._lanes.beat([held.lease for held in asked])
        except (TimeoutError, *SERVER_TROUBLE) as error:
            self._missed = True
            log.warning("beat missed", error=type(error).__name__, leases=len(asked))
            return
        self._missed = bool(beat.unheard)
        if self._missed:
            log.warning("beat missed", error="some servers are away", leases=len(beat.unheard))
        for held in asked:
            if not held.ended and held.lease not in beat.unheard:
                _heed(held, beat, since)

    def _end_overdue(self) -> None:
        for held in self._ours():
            if held.over:
                log.warning("lease is over by our own clock", chat=held.lease.chat)
                held.end()


def _heed(held: Held, beat: Beat, since: float) -> None:
    if held.lease in beat.lost:
        if not held.leaving:
            held.end()
        return
    held.renewed(since)
    if held.lease in beat.stopped and not held.stopped:
        held.stop()


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    """Return when it is set, or when the time is up."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds if seconds < math.inf else None):
            await event.wait()
