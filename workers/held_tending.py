"""A tending lease as its holder sees it: renewed while the memory is tended, which ends when it is
lost, by the server's word or by our own clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from workers.cutoff import Cutoff
from workers.heartbeat import AGAIN_S, BEATS_PER_LEASE
from workers.lanes import LeaseLost, Tending, TendingLease
from workers.leases import SERVER_TROUBLE, Clock, Term

log = structlog.get_logger()


class HeldTending(Term):
    """A tending lease in our hands."""

    def __init__(
        self, tending: Tending, lease: TendingLease, lease_s: float, *, since: float, clock: Clock
    ) -> None:
        super().__init__(lease_s, since=since, clock=clock)
        self.lease = lease
        self._tending = tending
        self._every_s = lease_s / BEATS_PER_LEASE
        self._end = Cutoff()

    @property
    def lost(self) -> bool:
        return self._end.cut

    def lose(self) -> None:
        """Cut the work off: the lease is not ours any more."""
        if not self.lost:
            log.info("tending lease lost", chat=self.lease.conversation.chat)
            self._end.now()

    def still_ours(self) -> None:
        if self.lost:
            raise LeaseLost
        super().still_ours()

    @asynccontextmanager
    async def while_ours(self) -> AsyncIterator[None]:
        """Work that ends with the lease; raises LeaseLost then."""
        try:
            async with self._end.within(None) as end:
                yield
        except TimeoutError:
            if end.expired():
                raise LeaseLost from None
            raise

    async def keep(self) -> None:
        """Renew it; returns when it is lost."""
        wait_s = self._every_s
        while not self.lost:
            await asyncio.sleep(max(0.0, min(wait_s, self.left_s)))
            if self.over:  # before a beat that would only come back to say so
                self.lose()
            else:
                wait_s = self._every_s if await self._beaten() else AGAIN_S

    async def _beaten(self) -> bool:
        """Whether the server answered."""
        since = self._clock()
        try:
            async with asyncio.timeout(self.left_s):
                ours = await self._tending.beat_tending(self.lease)
        except (TimeoutError, *SERVER_TROUBLE) as error:
            log.warning("tending beat missed", error=type(error).__name__)
            return False
        if ours:
            self.renewed(since)
        else:
            self.lose()
        return True
