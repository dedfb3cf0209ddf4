"""Tells when a turn of the terminal is over: its lane was released or the turn was dropped.

In the terminal a turn's one message has the turn's update id as its message id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from workers.jobs import Outcome, Reply, Turn
from workers.lanes import Committed, Failed, Lease, LeasedLane, Opened


class FinishedTurns:
    """A LeasedLane that passes everything on and notes which turns have ended."""

    def __init__(self, lane: LeasedLane) -> None:
        self._lane = lane
        self._ending: dict[Lease, tuple[int, ...]] = {}
        self._finished: dict[int, asyncio.Event] = {}

    def watch(self, update_id: int) -> asyncio.Event:
        """The event that is set when the turn of this update id is over; watch it before it is
        put on the lane."""
        return self._finished.setdefault(update_id, asyncio.Event())

    async def open(self, lease: Lease) -> Opened:
        """A committed turn's ids are no longer in the lane, but its reply names the message."""
        opened = await self._lane.open(lease)
        if opened.outbox is not None:
            self._ending[lease] = (opened.outbox.reply.reply_to,)
        return opened

    async def commit(self, lease: Lease, turns: Sequence[Turn], outcome: Outcome) -> Committed:
        committed = await self._lane.commit(lease, turns, outcome)
        if committed in (Committed.OK, Committed.FOLLOWED, Committed.ALREADY):
            self._ending[lease] = _ids(turns)
        return committed

    async def drop(self, lease: Lease, turns: Sequence[Turn]) -> None:
        await self._lane.drop(lease, turns)
        self._finish(_ids(turns))

    async def close(self, lease: Lease) -> int:
        return await self._lane.close(lease)

    async def mark_sent(self, lease: Lease, part: int, message_ids: Sequence[int]) -> None:
        await self._lane.mark_sent(lease, part, message_ids)

    async def release(self, lease: Lease, message_ids: Sequence[int] = ()) -> bool:
        released = await self._lane.release(lease, message_ids)
        self._finish(self._ending.pop(lease, ()))
        return released

    async def fail(
        self,
        lease: Lease,
        turns: Sequence[Turn],
        reason: str,
        retry_in_ms: int | None,
        notice: Reply,
    ) -> Failed:
        failed = await self._lane.fail(lease, turns, reason, retry_in_ms, notice)
        if failed is Failed.DEAD:
            self._ending[lease] = _ids(turns)
        return failed

    def _finish(self, update_ids: Sequence[int]) -> None:
        for update_id in update_ids:
            event = self._finished.pop(update_id, None)
            if event is not None:
                event.set()


def _ids(turns: Sequence[Turn]) -> tuple[int, ...]:
    return tuple(turn.update_id for turn in turns)
