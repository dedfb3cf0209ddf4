"""The question of a turn, with what the same person asked just before it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import islice

from memory.conversation import Exchange, Sender
from memory.kind import Question
from memory.log import Unread

SESSION_GAP = timedelta(hours=1)
"""A session is a run of questions with no longer pause between two of them."""
MOST_OTHERS = 15
"""So many exchanges of others in a group may lie between two questions of one person."""


def question_of(text: str, at: datetime, sender: Sender, exchanges: Sequence[Exchange]) -> Question:
    """`exchanges` are those before the question. Bodies that are not read are not looked at."""
    return Question(text, at, _previous(at, sender, exchanges))


def _previous(at: datetime, sender: Sender, exchanges: Sequence[Exchange]) -> str:
    """What the sender asked last, "" where that was in an earlier session."""
    try:
        for exchange in islice(reversed(exchanges), MOST_OTHERS + 1):
            if at - exchange.asked_at > SESSION_GAP:
                break
            if exchange.sender.id == sender.id:
                return exchange.user
            at = exchange.asked_at
    except Unread:
        pass
    return ""
