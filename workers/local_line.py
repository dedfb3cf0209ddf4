"""Which lane stands where, inside one process: in line, waiting for a time, or leased."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from workers.lanes import Lease
from workers.local_lane import At, Lane
from workers.local_tending import LocalTending


class LocalLine(LocalTending):
    def __init__(self, *, lease_ms: int = 15_000, clock: Callable[[], float] = time.time) -> None:
        super().__init__(lease_ms=lease_ms, clock=clock)
        self._lanes: dict[str, Lane] = {}
        self._ready: deque[str] = deque()
        self._stirred = asyncio.Event()

    def _timed(self) -> list[tuple[str, Lane]]:
        """Lanes that wait for a time, soonest first."""
        timed = (At.WAITING, At.LEASED)
        lanes = [(chat, lane) for chat, lane in self._lanes.items() if lane.at in timed]
        return sorted(lanes, key=lambda item: (item[1].due, item[0]))

    def _bring_back(self, now: float) -> None:
        due = [(chat, lane) for chat, lane in self._timed() if lane.due <= now]
        for chat, lane in due:
            if lane.at is At.WAITING:
                self._to_ready(chat, lane)
        for chat, lane in reversed(due):
            if lane.at is At.LEASED:
                lane.fence = 0
                lane.attempts += 1
                self._to_ready(chat, lane, first=True)

    def _give_lane(self, chat: str, now: float) -> Lease:
        lane = self._lanes[chat]
        lane.at, lane.due = At.LEASED, now + self._lease_ms
        lane.fence = next(self._fences)
        if lane.stopped or lane.overtaken:
            lane.attempts = 0  # its turn is dropped at the opening, or is not the first any more
        if not lane.stopped:
            lane.overtaken, lane.claims = False, ()
        return Lease(chat, lane.fence, lane.attempts)

    def _put_off(self, chat: str, lane: Lane, retry_in_ms: int) -> None:
        lane.attempts += 1
        if lane.stopped:  # nothing to wait for: the turn is dropped when the lane is opened
            self._to_ready(chat, lane, first=True)
        else:
            lane.at, lane.due = At.WAITING, self._now_ms() + retry_in_ms

    def _free(self, chat: str, lane: Lane) -> None:
        lane.fence = 0
        lane.stopped, lane.overtaken, lane.claims = False, False, ()
        until = None if lane.outbox is not None else lane.newest_held_until(self._now_ms())
        if until is not None:
            lane.at, lane.due = At.WAITING, until
            self._stir()
        elif lane.turns or lane.outbox is not None:
            self._to_ready(chat, lane)
        else:
            lane.at = At.IDLE

    def _to_ready(self, chat: str, lane: Lane, *, first: bool = False) -> None:
        lane.at = At.READY
        if first:
            self._ready.appendleft(chat)
        else:
            self._ready.append(chat)
        self._stir()

    def _held_lane(self, lease: Lease) -> Lane | None:
        lane = self._lanes.get(lease.chat)
        if lane is None or lane.at is not At.LEASED or lane.fence != lease.fence:
            return None
        return lane

    def _stir(self) -> None:
        self._stirred.set()
