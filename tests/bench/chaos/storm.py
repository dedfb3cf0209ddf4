"""Lets one trouble after the other loose on a run."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.bench.chaos.crew import Crew, Place
from tests.bench.chaos.evidence import Journal, Out, ServerDown
from tests.bench.chaos.grounds import Ground
from tests.bench.chaos.plan import PRODUCERS, Plan, Trouble, troubles
from tests.bench.chaos.relay import Relay

WORKERS_OWN = ("kill", "freeze", "terminate")
PRODUCERS_SHARE = 0.3
LONGEST_LOSING_S = 0.3
FROZEN_LEASES = (1.1, 2.5)
"""A freeze lasts so many leases; a stall at most as many."""


@dataclass
class Storm:
    """`counts`: how often each kind of trouble came. Only one to a server at a time."""

    plan: Plan
    crew: Crew
    ground: Ground
    journal: Journal
    counts: Counter[str] = field(default_factory=Counter)
    _server_busy: bool = False

    async def run(self, over: asyncio.Event) -> None:
        """Until `over` is set; every trouble that began comes to its end first. Raises what one
        of them raised."""
        chances, begun = self.plan.chances("storm"), []
        for trouble in troubles(chances, self.ground.weights):
            with suppress(TimeoutError):
                async with asyncio.timeout(trouble.pause_s):
                    await over.wait()
            if over.is_set():
                break
            striking = self._strike(trouble)
            if striking is not None:
                self.counts[trouble.kind] += 1
                begun.append(asyncio.create_task(striking))
        await asyncio.gather(*begun)

    def _strike(self, trouble: Trouble) -> Coroutine[Any, Any, None] | None:
        """None: nobody is there whom it could strike."""
        relayed = trouble.kind in ("drop", "lose", "stall") and self.ground.relays
        if trouble.kind not in WORKERS_OWN and not relayed:
            return None if self._server_busy else self._strike_server(trouble)
        if relayed and trouble.victim < PRODUCERS_SHARE:
            which = int(trouble.victim / PRODUCERS_SHARE * PRODUCERS)
            return self._disturb(trouble, self.ground.relays[which])
        free = self.crew.free()
        if not free:
            return None
        place = free[int(trouble.victim * len(free))]
        place.busy = True
        return self._strike_worker(trouble, place)

    async def _strike_server(self, trouble: Trouble) -> None:
        self._server_busy = True
        began = time.monotonic()
        await self.ground.strike(trouble)
        self.journal.note(ServerDown(began, time.monotonic()))
        self._server_busy = False

    async def _strike_worker(self, trouble: Trouble, place: Place) -> None:
        name, began = place.name, time.monotonic()
        match trouble.kind:
            case "kill":
                await self.crew.kill(place)
            case "freeze":
                await self.crew.freeze(place, self._leases_s(trouble))
            case "terminate":
                await self.crew.terminate(place)
            case _:
                await self._disturb(trouble, self.ground.relays[PRODUCERS + place.number])
                if trouble.kind == "stall":
                    self.journal.note(Out(name, "cut off", began, time.monotonic()))
        place.busy = False

    async def _disturb(self, trouble: Trouble, relay: Relay) -> None:
        match trouble.kind:
            case "drop":
                relay.drop()
            case "lose":
                await relay.lose(trouble.long * LONGEST_LOSING_S)
            case _:
                await relay.stall(trouble.long * self._leases_s(trouble))

    def _leases_s(self, trouble: Trouble) -> float:
        least, most = FROZEN_LEASES
        return self.plan.lease_s * (least + trouble.long * (most - least))
