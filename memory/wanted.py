"""Which part of memory a message wants, guessed from what sorts of messages led up to it.

The wants are the hidden states of a small Markov model, the message types are what they show. Its
numbers are this project's own estimate, counted on no corpus: that talk stays where it is more
often than not, that small talk and "why?" want what was just said, that "what was my code?" wants
what the user told. A chat's own messages shift them by Baum-Welch; the estimate stays in as if it
had been counted over TRUST messages of each want, so that the wants keep their meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, get_args

import numpy as np

from memory.hidden_markov import HiddenMarkov
from memory.message_types import MESSAGE_TYPES, MessageType

Want = Literal["recent", "alike", "told"]
WANTS: tuple[Want, ...] = get_args(Want)
"""recent: the newest exchanges · alike: those that are like the question · told: of those, what
the user stated or corrected."""

TRUST = 50.0
ROUNDS = 3

_START = {"recent": 0.5, "alike": 0.3, "told": 0.2}
_MOVES: dict[Want, tuple[float, float, float]] = {  # to recent, alike, told
    "recent": (0.60, 0.25, 0.15),
    "alike": (0.35, 0.50, 0.15),
    "told": (0.35, 0.25, 0.40),
}
_SHOWS: dict[MessageType, tuple[float, float, float]] = {  # by recent, alike, told
    "small talk": (0.23, 0.03, 0.02),
    "question": (0.07, 0.42, 0.12),
    "looking back": (0.02, 0.08, 0.62),
    "telling": (0.18, 0.17, 0.10),
    "request": (0.10, 0.25, 0.08),
    "correction": (0.13, 0.02, 0.04),
    "following up": (0.27, 0.03, 0.02),
}


@cache
def usual() -> HiddenMarkov:
    """The model before anything is known of a chat."""
    return HiddenMarkov(
        start=np.array([_START[want] for want in WANTS]),
        moves=np.array([_MOVES[want] for want in WANTS]),
        shows=np.array([_SHOWS[sort] for sort in MESSAGE_TYPES]).T,
    )


def sign_of(sort: MessageType) -> int:
    """The type as the model's sign, for the other functions here and for a state."""
    return MESSAGE_TYPES.index(sort)


def wanted(before: Sequence[int], now: int) -> dict[Want, float]:
    """How probable each want is at the sign `now`, after those `before`."""
    model = usual().adapted(before, trust=TRUST, rounds=ROUNDS)
    belief = model.belief([*before, now])
    return {want: float(share) for want, share in zip(WANTS, belief, strict=True)}


def expected_next(before: Sequence[int]) -> dict[MessageType, float]:
    """How probable each type is for the message that is still to come."""
    shares = usual().adapted(before, trust=TRUST, rounds=ROUNDS).next_sign(before)
    return {sort: float(share) for sort, share in zip(MESSAGE_TYPES, shares, strict=True)}
