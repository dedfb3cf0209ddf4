"""How much an exchange matters, and how that fades.

The weights, the decay and the defaults are those of the architecture article that this project
grew from (tests/cases/adaptive_memory.json); how specific a question is and how dense its names
are is measured our own way, since the article leaves it open.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from memory.content_words import content_words, length
from memory.conversation import Exchange
from memory.entities.finding import entities_in
from memory.remembered import remembered

QUERY_SPECIFICITY = 0.4
USER_FEEDBACK = 0.3
CONVERSATION_DEPTH = 0.2
ENTITY_DENSITY = 0.1

DEFAULT_FEEDBACK = 0.5
DEFAULT_DEPTH = 1.0
DECAY_PER_DAY = 0.95

_SPECIFIC_WORDS = 8
"""Different content words of a message that leaves nothing open."""
_DAY = timedelta(days=1)


class Measured(NamedTuple):
    """What an exchange's words are worth, each from 0 to 1; they never change."""

    specificity: float
    density: float


def importance(
    specificity: float,
    density: float,
    *,
    feedback: float = DEFAULT_FEEDBACK,
    depth: float = DEFAULT_DEPTH,
) -> float:
    """All numbers from 0 to 1, and so is the result."""
    return (
        QUERY_SPECIFICITY * specificity
        + USER_FEEDBACK * feedback
        + CONVERSATION_DEPTH * depth
        + ENTITY_DENSITY * density
    )


def importance_of(exchange: Exchange, words: Measured | None = None) -> float:
    """Before it fades. Its depth is `more["depth"]` (0 to 1) where somebody measured it; `words`
    if they are measured already."""
    words = words or measured(exchange)
    return importance(
        words.specificity,
        words.density,
        feedback=_share(exchange.feedback),
        depth=_depth(exchange.more.get("depth", DEFAULT_DEPTH)),
    )


def faded(value: float, since: datetime, now: datetime, *, per_day: float = DECAY_PER_DAY) -> float:
    """value * 0.95 ** days, days with their fractions; what lies ahead has not faded."""
    return value * float(per_day ** max(0.0, (now - since) / _DAY))


def measured(exchange: Exchange) -> Measured:
    return _measured(exchange.user, exchange.assistant)


@remembered(2_000)
def _measured(user: str, assistant: str) -> Measured:
    """Kept, since each question weighs the same exchanges again. Four decimals, to store them."""
    return Measured(round(specificity(user), 4), round(density(f"{user}\n{assistant}"), 4))


def specificity(text: str) -> float:
    """Different content words as a share of eight: "hi" 0.125, a full sentence of them 1."""
    return min(1.0, length(set(content_words(text))) / _SPECIFIC_WORDS)


def density(text: str) -> float:
    """Names and numbers as a share of the content words; 0 where there are none."""
    words = content_words(text)
    numbers = sum(any(map(str.isdecimal, word)) for word in set(words))
    return min(1.0, (len(entities_in(text)) + numbers) / length(words)) if words else 0.0


def _depth(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _share(float(value))
    return DEFAULT_DEPTH


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
