"""How much a question and a chat must have in common before anything of it is recalled.

The measure is the share of what the question's words could bring at best (parts.Looked.common).
Calibrated on LoCoMo with `python -m tests.bench floor`: below the floor are 0.9% of 786 questions
that have an answer (none that the search would have answered among its first ten), 36% of those
asked of the wrong chat, and 0.4% of the adversarial ones, which ask of one person what another one
said: words do not tell those apart.
"""

from __future__ import annotations

from math import log

from memory.search.weights import FEW_WORDS

FLOOR = 0.12
SHORT, LONG = 50, 200
"""Exchanges. In a short chat most questions are about what was said, in other words maybe, and
how rare a word is tells little; from SHORT to LONG the floor rises with the logarithm."""
LEAST = 0.2
"""Share of the floor that holds in the shortest chat, but not for a question of few words."""


def floor(exchanges: int, words: int) -> float:
    """For a chat of so many exchanges and a question of so many content words."""
    length = log(max(exchanges, SHORT) / SHORT) / log(LONG / SHORT)
    return FLOOR * max(min(1.0, length), LEAST if words > FEW_WORDS else 0.0)
