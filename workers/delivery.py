"""Delivers a committed reply from its outbox and frees the lane only then."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from workers.jobs import Notice, Outbox, Reply
from workers.lanes import LeasedLane, LeaseLost
from workers.leases import Held
from workers.replier import ChatClosed, DeliveryFailed, Replier, Undeliverable
from workers.retries import Random, backoff_ms
from workers.telemetry import where

log = structlog.get_logger()

MAX_DELIVERIES = 10
"""Tries before a reply that is refused, or fails by a fault of ours, is let go: they take about
four minutes. One that only cannot get through is tried for ever, a minute apart in the end."""


@dataclass(frozen=True, kw_only=True)
class DeliverReply:
    lane: LeasedLane
    replier: Replier
    random: Random = random.random

    async def run(self, held: Held, outbox: Outbox) -> None:
        """The same words until they are delivered; the model has no part in it. Raises
        LeaseLost."""
        held.delivering = True
        try:
            message_ids = await self._delivered(held, outbox)
        except _NotNow as failed:
            await self._later(held, outbox, failed.not_before_s)
            return
        await held.leave(lambda: self.lane.release(held.lease, message_ids))
        log.info("lane released")

    async def _delivered(self, held: Held, outbox: Outbox) -> Sequence[int]:
        """The last part's message ids when nothing is left to do for this reply; raises
        _NotNow."""

        async def mark_sent(part: int, message_ids: Sequence[int]) -> None:
            await held.surely(lambda: self.lane.mark_sent(held.lease, part, message_ids))

        if outbox.reply.silent:
            return ()
        try:
            return await self.replier.deliver(held.lease.chat, outbox, mark_sent, held.still_ours)
        except LeaseLost:
            raise
        except ChatClosed:
            dropped = await held.surely(lambda: self.lane.close(held.lease))
            log.warning("reply undeliverable", reason="chat_closed", turns_dropped=dropped)
        except Exception as error:  # noqa: BLE001  # edge of a job: its text may hold the reply
            transient = isinstance(error, DeliveryFailed) and not isinstance(error, Undeliverable)
            given_up = not transient and held.lease.attempts + 1 >= MAX_DELIVERIES
            place = where(type(error), error.__traceback__)
            log.warning("delivery failed", error=place, given_up=given_up)
            if not given_up:
                wait_s = error.not_before_s if isinstance(error, DeliveryFailed) else 0.0
                raise _NotNow(wait_s) from None
            await self._tell(held, outbox.reply)
        return ()

    async def _tell(self, held: Held, reply: Reply) -> None:
        """What cannot be delivered is told, if that can be."""
        told = Reply(notice=Notice.FAILED, language=reply.language, reply_to=reply.reply_to)

        async def unmarked(part: int, message_ids: Sequence[int]) -> None:
            """The reply's own parts are what is marked."""

        try:
            chat, said = held.lease.chat, Outbox(told)
            await self.replier.deliver(chat, said, unmarked, held.still_ours)
        except LeaseLost:
            raise
        except Exception as error:  # noqa: BLE001  # the same edge
            log.warning("nobody told", error=where(type(error), error.__traceback__))

    async def _later(self, held: Held, outbox: Outbox, not_before_s: float) -> None:
        wait_ms = backoff_ms(held.lease.attempts, random=self.random)
        wait_ms = max(wait_ms, round(not_before_s * 1000))
        await held.leave(
            lambda: self.lane.fail(held.lease, (), "delivery_failed", wait_ms, outbox.reply)
        )


class _NotNow(Exception):
    """It is tried again, not before so many seconds are over."""

    def __init__(self, not_before_s: float) -> None:
        super().__init__()
        self.not_before_s = not_before_s
