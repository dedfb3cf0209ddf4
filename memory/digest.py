"""A summary without a model: the first sentence of what the user said in each exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory.conversation import Exchange
from memory.facts.extract import extract
from memory.facts.sentences import sentences_of
from memory.kind import Budget

_LONGEST_LINE = 160
"""Characters; a longer sentence is left out, its exchange stays recallable."""


def digest(previous: str, exchanges: Sequence[Exchange], budget: Budget) -> str:
    """The previous summary and a line for each exchange, all of them as they were written. Where
    they do not fit, the oldest sentences of the previous summary go first, down to a half of the
    room, then the lines of the oldest exchanges; "" when nothing fits."""
    lines = list(dict.fromkeys(_lines(exchanges)))
    half = budget.limited_to(budget.tokens // 2)
    kept = previous if _fits(previous, lines, budget) else _ending(previous, half)
    while lines and not _fits(kept, lines, budget):
        del lines[0]
    return _joined(kept, lines) if _fits(kept, lines, budget) else ""


def _joined(previous: str, lines: Sequence[str]) -> str:
    return "\n".join(filter(None, [previous, *lines]))


def _fits(previous: str, lines: Sequence[str], budget: Budget) -> bool:
    return budget.count(_joined(previous, lines)) <= budget.tokens


def _lines(exchanges: Sequence[Exchange]) -> Iterator[str]:
    for exchange in exchanges:
        text = exchange.user.strip()
        bounds = sentences_of(text, extract(text)).bounds
        sentence = " ".join((text[: bounds[0]] if bounds else text).split())
        if 0 < len(sentence) <= _LONGEST_LINE:
            yield f"user: {sentence}"


def _ending(text: str, budget: Budget) -> str:
    """As many of its last sentences as fit."""
    for start in (0, *sentences_of(text, ()).bounds):
        if budget.count(text[start:].lstrip()) <= budget.tokens:
            return text[start:].lstrip()
    return ""
