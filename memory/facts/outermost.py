"""Facts without those that another fact's line shows anyway."""

from __future__ import annotations

from collections.abc import Iterable

from memory.facts.fact import Fact


def outermost(facts: Iterable[Fact]) -> list[Fact]:
    """By place, the longer first."""
    ordered = sorted(facts, key=lambda f: (f.exchange, f.message, f.start, -f.end))
    kept: list[Fact] = []
    for fact in ordered:
        if not kept or not _within(fact, kept[-1]):
            kept.append(fact)
    return kept


def _within(fact: Fact, other: Fact) -> bool:
    same = (fact.exchange, fact.message) == (other.exchange, other.message)
    return same and other.start <= fact.start and fact.end <= other.end
