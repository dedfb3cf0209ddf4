"""A long chat made by rule: words as often as in real talk, new ones ever more seldom."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate
from random import Random

from memory.conversation import Exchange, pair

START = datetime(2025, 1, 1, tzinfo=UTC)
VOCABULARY = 8_000
USER_WORDS, REPLY_WORDS = 16, 45
FACT_EVERY = 10
"""One exchange of so many holds an order number."""
PAUSE_EVERY = 12
"""After so many exchanges comes a pause of a day, and a session of its own begins."""


def chat_of(exchanges: int) -> Iterator[Exchange]:
    """The same at every run."""
    random = Random(11)
    for number in range(1, exchanges + 1):
        at = START + timedelta(days=number // PAUSE_EVERY, minutes=3 * (number % PAUSE_EVERY))
        order = f" Order HX-{number * 7919} is paid." if number % FACT_EVERY == 0 else ""
        yield pair(number, _said(random, USER_WORDS) + order, _said(random, REPLY_WORDS), at=at)


def question_about(exchange: Exchange) -> str:
    return " ".join(exchange.user.split()[:6])


def _said(random: Random, words: int) -> str:
    vocabulary, weights = _vocabulary()
    return " ".join(random.choices(vocabulary, cum_weights=weights, k=words))


@cache
def _vocabulary() -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Words, and how often they come (Zipf), added up."""
    random = Random(7)
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
    words = ("".join(random.choices(syllables, k=2 + n % 3)) for n in range(VOCABULARY))
    return tuple(words), tuple(accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))
