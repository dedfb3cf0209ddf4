"""Which memories wait to be tended, inside one process."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass

from memory.conversation import ConversationId
from workers.lanes import TendingLease


@dataclass(slots=True)
class _Tended:
    """One conversation's tending. due: ms before which it is not tended, None when nobody asked
    for it · expires: ms at which its lease ends, None when nobody tends it · again: asked for
    while it was tended."""

    due: float | None = None
    expires: float | None = None
    fence: int = 0
    attempts: int = 0
    again: bool = False


class LocalTending:
    """The Tending port. `clock` tells seconds."""

    def __init__(self, *, lease_ms: int = 15_000, clock: Callable[[], float] = time.time) -> None:
        self._lease_ms = lease_ms
        self._clock = clock
        self._fences = itertools.count(1)
        self._tended: dict[ConversationId, _Tended] = {}

    async def lease_tending(self, worker: str, most: int) -> tuple[TendingLease, ...]:
        now = self._now_ms()
        for tended in self._tended.values():
            if tended.expires is not None and tended.expires <= now:
                tended.due, tended.expires, tended.again = now, None, False
                tended.attempts += 1
        waiting = sorted(
            (tended.due, str(conversation), conversation)
            for conversation, tended in self._tended.items()
            if tended.due is not None and tended.due <= now
        )
        return tuple(self._give(conversation, now) for _, _, conversation in waiting[:most])

    async def beat_tending(self, lease: TendingLease) -> bool:
        tended = self._held(lease)
        if tended is not None:
            tended.expires = self._now_ms() + self._lease_ms
        return tended is not None

    async def finish_tending(self, lease: TendingLease, retry_in_ms: int | None) -> None:
        tended = self._held(lease)
        if tended is None:
            return
        if retry_in_ms is not None:
            attempts = tended.attempts + (retry_in_ms > 0)
            again = _Tended(self._now_ms() + retry_in_ms, attempts=attempts)
            self._tended[lease.conversation] = again
            return
        del self._tended[lease.conversation]
        if tended.again:
            await self.ask_tending(lease.conversation)

    async def ask_tending(self, conversation: ConversationId) -> None:
        tended = self._tended.setdefault(conversation, _Tended())
        if tended.expires is not None:
            tended.again = True
        elif tended.due is None:
            tended.due = self._now_ms()
        self._stir()

    def _stir(self) -> None:
        """There may be something to do; whoever has waiting workers wakes them here."""

    def _tending_due(self) -> tuple[bool, list[float]]:
        """Whether a memory waits to be tended now, and when the others fall due (ms)."""
        whens = (t.due if t.expires is None else t.expires for t in self._tended.values())
        known = [when for when in whens if when is not None]
        now = self._now_ms()
        return any(when <= now for when in known), [when for when in known if when > now]

    def _in_line(self) -> int:
        """How many memories wait to be tended and nobody tends."""
        return sum(tended.due is not None for tended in self._tended.values())

    def _give(self, conversation: ConversationId, now: float) -> TendingLease:
        tended = self._tended[conversation]
        tended.due, tended.expires = None, now + self._lease_ms
        tended.fence, tended.again = next(self._fences), False
        return TendingLease(conversation, tended.fence, tended.attempts)

    def _held(self, lease: TendingLease) -> _Tended | None:
        tended = self._tended.get(lease.conversation)
        if tended is None or tended.expires is None or tended.fence != lease.fence:
            return None
        return tended

    def _now_ms(self) -> float:
        return self._clock() * 1000
