"""What a deletion does to turns that still wait: nobody answers a message that is gone. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from workers.jobs import Reply, Turn


def withdrawn(turn: Turn, deleted: Iterable[int]) -> Turn | None:
    """The turn without the deleted messages (the very turn, if it has none of them); None where
    nothing is left. A command is an order: it holds although its message was tidied away."""
    ids = set(deleted)
    if turn.deleted:
        return turn
    if turn.command is None and ids.issuperset(turn.message_ids) and turn.message_ids:
        return None
    if turn.quoted is not None and turn.quoted.message_id in ids:
        return replace(turn, quoted=None)
    return turn


def answers_deleted(reply: Reply, deleted: Iterable[int]) -> bool:
    """A reply that waits to be delivered, to a message that is gone."""
    return reply.reply_to != 0 and reply.reply_to in set(deleted)
