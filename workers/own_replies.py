"""Replies that this process committed and delivers itself, so that it need not read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.conversation import ConversationId
from workers.jobs import Outcome
from workers.known_memories import KnownMemories, Stored
from workers.lanes import Lease


@dataclass(slots=True)
class _Reply:
    """parts: index of each part that was marked sent -> its message ids."""

    fence: int
    conversation: ConversationId
    number: int
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)


class OwnReplies:
    """Tells `known` of exchanges that were committed, and of their replies' message ids once all
    of those are known."""

    def __init__(self, known: KnownMemories) -> None:
        self._known = known
        self._replies: dict[str, _Reply] = {}

    def committed(self, lease: Lease, outcome: Outcome, stored: bytes) -> None:
        """`stored`: how the exchange was written."""
        exchange = outcome.exchange
        if exchange is None:
            return
        how = Stored(stored, outcome.card or "", str(lease.fence))
        self._known.committed(outcome.conversation, exchange, how)
        reply = _Reply(lease.fence, outcome.conversation, exchange.number)
        self._replies[lease.chat] = reply

    def marked(self, lease: Lease, part: int, message_ids: Sequence[int]) -> None:
        reply = self._replies.get(lease.chat)
        if reply is not None and reply.fence == lease.fence:
            reply.parts[part] = tuple(message_ids)

    def released(self, lease: Lease, message_ids: Sequence[int]) -> None:
        """`message_ids`: the last part's."""
        reply = self.left(lease)
        if reply is not None:
            ids = [id_ for part in sorted(reply.parts) for id_ in reply.parts[part]]
            self._known.delivered(reply.conversation, reply.number, [*ids, *message_ids])

    def left(self, lease: Lease) -> _Reply | None:
        """The lane is given up, or the lease lost: the rest is not ours to know."""
        reply = self._replies.pop(lease.chat, None)
        return reply if reply is not None and reply.fence == lease.fence else None
