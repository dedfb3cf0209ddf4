"""A lease as its holder sees it: how long it lasts by our own clock, and how its work is ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

from workers.cancelling import cancel_for_good
from workers.cutoff import Cutoff
from workers.lanes import Lease, LeaseLost, Opened
from workers.link import NotSent, OutcomeUnknown, ServerSaidNo

Result = TypeVar("Result")
Clock = Callable[[], float]

UNREACHABLE = (NotSent, OutcomeUnknown)
"""What a call raises when the server could not be asked, or did not tell."""

SERVER_TROUBLE = (*UNREACHABLE, ServerSaidNo)
"""What a loop that must go on waits out."""

EARLY = 0.05
"""The share of a lease that is left when its holder ends its work."""
SENDING = 0.1
"""The share of it that must be left when a message is sent: of one that is still on its way when
the lease ends nothing is known to whoever gets the lane, who sends it again. With beats that get
through at least two thirds are left."""
REPEAT_AFTER_S = 0.1
REPEAT_AT_MOST_S = 2.0


class Term:
    """How long a lease lasts by our own clock. It counts from before we asked for the lease, and
    ends a little early, so that it never outlives the server's, however busy this machine is."""

    def __init__(self, lease_s: float, *, since: float, clock: Clock = time.monotonic) -> None:
        self._lease_s = lease_s * (1 - EARLY)
        self._clock = clock
        self.until = since + self._lease_s

    def renewed(self, since: float) -> None:
        """A beat that was sent at `since` reached the server."""
        self.until = max(self.until, since + self._lease_s)

    @property
    def left_s(self) -> float:
        return self.until - self._clock()

    @property
    def over(self) -> bool:
        return self.left_s <= 0

    def still_ours(self) -> None:
        """Asked before a message goes out, before the model is asked, and before a summary is
        stored: raises LeaseLost when what was leased may be another worker's before it has
        arrived. A process that was frozen while it waited may wake up when another one has gone
        on."""
        if self.left_s <= SENDING * self._lease_s:
            raise LeaseLost


class Held(Term):
    """A lease in our hands.

    opened: its lane, if it was opened along with the lease and nobody took it yet · task: works on
    it · delivering: its reply is committed, from now on the work is finished rather than cut off ·
    rejoining: its turn is to be begun anew, with what was sent together with it · apart: something
    of ours was said in the chat meanwhile · leaving: we are giving the lane up ourselves, so that a
    beat which calls it lost means nothing."""

    def __init__(
        self,
        lease: Lease,
        lease_s: float,
        *,
        since: float,
        opened: Opened | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(lease_s, since=since, clock=clock)
        self.lease = lease
        self.opened = opened
        self.task: asyncio.Task[None] | None = None
        self.delivering = False
        self.rejoining = False
        self.apart = False
        self.leaving = False
        self.ended = False
        self._stop = Cutoff()

    @property
    def stopped(self) -> bool:
        """The user asked to stop this turn."""
        return self._stop.cut and not self.rejoining

    def stop(self) -> None:
        self.rejoining = False
        self._stop.now()

    def rejoin(self) -> None:
        """Have the turn begun anew, with what was sent together with it."""
        if not self._stop.cut:
            self.rejoining = True
            self._stop.now()

    def stoppable(self, timeout_s: float) -> AbstractAsyncContextManager[asyncio.Timeout]:
        """Work that a stop ends at once; raises TimeoutError then, or when the time is up."""
        return self._stop.within(timeout_s)

    def end(self) -> None:
        """Cut the work off: the lease is not ours any more, or is about to be handed back."""
        self.ended = True
        if self.task is not None:
            cancel_for_good(self.task)

    async def leave(self, call: Callable[[], Awaitable[Result]]) -> Result:
        """As `surely`, for the call that gives the lane up."""
        self.leaving = True
        return await self.surely(call)

    async def surely(self, call: Callable[[], Awaitable[Result]]) -> Result:
        """The result of a call that may be repeated, repeated for as long as the lease lasts
        while the server cannot be reached; raises LeaseLost when the lease is over. A result
        that we only hear of by then, because this process stood still, is not ours to act on:
        whoever leased the lane since has done so."""
        pause = REPEAT_AFTER_S
        while True:
            try:
                result = await call()
            except UNREACHABLE:
                if self.left_s <= pause:
                    raise LeaseLost from None
            else:
                if self.over:
                    raise LeaseLost
                return result
            await asyncio.sleep(pause)
            pause = min(pause * 2, REPEAT_AT_MOST_S)
