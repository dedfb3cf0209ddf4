"""The Replier port: how a worker shows and delivers replies without knowing where to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from workers.jobs import Outbox, Turn

MarkSent = Callable[[int, Sequence[int]], Awaitable[None]]
"""(part index, Telegram ids of that part) -> noted in the outbox, before the next part goes. The
last part is noted by freeing the lane, so that a reply of one part costs no call of its own."""

StillOurs = Callable[[], None]
"""Asked before every message: raises LeaseLost once the lane may be another worker's."""


def unquestioned() -> None:
    """For a reply that nobody else may deliver."""


class ChatClosed(Exception):
    """Nothing can be delivered to this chat any more (bot blocked, chat deleted)."""


class DeliveryFailed(Exception):
    """The reply could not be delivered now; it stays in the outbox and is tried again, not before
    so many seconds are over."""

    def __init__(self, why: str = "", *, not_before_s: float = 0.0) -> None:
        super().__init__(why)
        self.not_before_s = not_before_s


class Undeliverable(DeliveryFailed):
    """It was refused as it is: trying again hardly helps."""


class Draft(Protocol):
    """The reply while it streams."""

    async def show(self, text: str) -> None:
        """The whole text so far. Must not raise for delivery faults and must not block the
        stream for long: frames may be skipped."""
        ...


class Replier(Protocol):
    def working(
        self, turn: Turn, still_ours: StillOurs = unquestioned
    ) -> AbstractAsyncContextManager[Draft]:
        """While a turn is worked on: show that we are at it (typing), show the draft; ask
        `still_ours` right before every frame."""
        ...

    async def deliver(
        self,
        chat: str,
        outbox: Outbox,
        mark_sent: MarkSent,
        still_ours: StillOurs = unquestioned,
    ) -> Sequence[int]:
        """Deliver the parts not yet marked sent, in order, waiting out flood limits; call
        `still_ours` right before every try to send one, `mark_sent` after each but the last.
        Returns the last one's message ids, none if it was marked before. Raises ChatClosed or
        DeliveryFailed; LeaseLost passes through."""
        ...
