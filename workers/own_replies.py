"""Replies that this process committed and delivers itself, so that it need not read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workers.jobs import Outcome
from workers.known_memories import KnownMemories
from workers.known_memory import Stored
from workers.lanes import Lease
from workers.packing import pack


@dataclass(slots=True)
class _Reply:
    """stored: its exchange, as it was written · parts: index of each part that was marked sent ->
    its message ids."""

    fence: int
    outcome: Outcome
    stored: bytes
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)


class OwnReplies:
    """Tells `known` of an exchange once its reply is delivered and all its message ids are
    known."""

    def __init__(self, known: KnownMemories) -> None:
        self._known = known
        self._replies: dict[str, _Reply] = {}

    def committed(self, lease: Lease, outcome: Outcome, stored: bytes) -> None:
        """`stored`: how the exchange was written."""
        if outcome.exchange is not None:
            self._replies[lease.chat] = _Reply(lease.fence, outcome, stored)

    def marked(self, lease: Lease, part: int, message_ids: Sequence[int]) -> None:
        reply = self._replies.get(lease.chat)
        if reply is not None and reply.fence == lease.fence:
            reply.parts[part] = tuple(message_ids)

    def released(self, lease: Lease, message_ids: Sequence[int]) -> None:
        """`message_ids`: the last part's."""
        reply = self._replies.pop(lease.chat, None)
        if reply is None or reply.fence != lease.fence or reply.outcome.exchange is None:
            return
        ids = [id_ for part in sorted(reply.parts) for id_ in reply.parts[part]]
        ids += message_ids
        if ids:  # without any it cannot be told from a reply that waits to be delivered
            exchange = reply.outcome.exchange.delivered_as(ids)
            card = reply.outcome.card or ""
            stored = Stored(reply.stored, card, pack(ids), str(lease.fence))
            self._known.said(reply.outcome.conversation, exchange, stored)
