"""The workers as processes: started, killed, frozen, told to end, and replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess

from tests.bench.chaos.evidence import Journal, Out
from tests.bench.chaos.plan import DRAIN_S, Plan
from tests.bench.chaos.pulse import Beat, beat_of, last_beat, stood_still_between
from tests.bench.chaos.roles import work

REPLACED_AFTER_S = 0.3
ENDS_WITHIN_S = DRAIN_S + 10
FOREVER = 1e12


class DidNotEnd(Exception):
    """A process of the bench did not do its part, or turns were still on the lanes long after
    the last one was put; the text says which."""


@dataclass
class Place:
    """One worker and its way to the server; `busy`: something is being done to it · woken: when
    it was, if it was frozen."""

    number: int
    url: str
    name: str = ""
    process: BaseProcess | None = None
    born: int = 0
    busy: bool = False
    woken: Beat | None = None

    @property
    def pid(self) -> int:
        assert self.process
        assert self.process.pid
        return self.process.pid


@dataclass
class Crew:
    plan: Plan
    context: ForkServerContext
    api_url: str
    journal: Journal
    places: list[Place] = field(default_factory=list)

    def start(self, place: Place) -> None:
        place.born += 1
        place.name = f"worker-{place.number}-{place.born}"
        place.woken = None
        args = (self.plan, place.name, place.url, self.api_url)
        place.process = self.context.Process(target=work, args=args)
        place.process.start()

    def free(self) -> list[Place]:
        """The places something may be done to: at least half the crew stays at work."""
        free = [place for place in self.places if not place.busy]
        return free if len(free) > len(self.places) / 2 else []

    async def kill(self, place: Place) -> None:
        last, now = self._last_sign(place), beat_of(place.pid)
        began = time.monotonic()
        os.kill(place.pid, signal.SIGKILL)
        if last and now and stood_still_between(last, now):
            self.journal.note(Out(place.name, "stood still", last.at, began))
        self.journal.note(Out(place.name, "killed", began, FOREVER))
        await self._replace(place)

    async def freeze(self, place: Place, for_s: float) -> None:
        began = time.monotonic()
        os.kill(place.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(for_s)
        finally:
            ended, place.woken = time.monotonic(), beat_of(place.pid)
            os.kill(place.pid, signal.SIGCONT)
            self.journal.note(Out(place.name, "frozen", began, ended))

    def _last_sign(self, place: Place) -> Beat | None:
        """Its last beat, or when it was woken after that."""
        last = last_beat(self.plan.pulse_of(place.name))
        return max(filter(None, [last, place.woken]), default=None)

    async def terminate(self, place: Place) -> None:
        """Told to end well; killed when it does not."""
        began = time.monotonic()
        os.kill(place.pid, signal.SIGTERM)
        self.journal.note(Out(place.name, "told to end", began, began + ENDS_WITHIN_S))
        await self._replace(place)

    async def _replace(self, place: Place) -> None:
        await self.gone(place)
        await asyncio.sleep(REPLACED_AFTER_S)
        self.start(place)

    async def gone(self, place: Place) -> None:
        process = place.process
        assert process
        await asyncio.to_thread(process.join, ENDS_WITHIN_S)
        if process.exitcode is None:
            raise DidNotEnd(f"{place.name} does not end")

    async def end(self) -> None:
        """Everybody is told to end; raises DidNotEnd when one does not."""
        for place in self.places:
            os.kill(place.pid, signal.SIGTERM)
        for place in self.places:
            await self.gone(place)

    def abandon(self) -> None:
        """Whatever is left of them is killed."""
        for place in self.places:
            if place.process is not None and place.process.is_alive():
                place.process.kill()
                place.process.join()
