"""Newest first: what recent kinds rank by, and what others fall back to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from memory.conversation import Exchange
from memory.kind import Budget, Pick, Question


def newest(exchanges: Sequence[Exchange]) -> tuple[Pick, ...]:
    """All of them, newest first, with no score of their own."""
    return tuple(each_newest(exchanges))


def each_newest(exchanges: Sequence[Exchange]) -> Iterator[Pick]:
    """The same one by one: touches no more exchanges than are taken of it."""
    return (Pick(exchange, why="newest") for exchange in reversed(exchanges))


def newest_first(exchanges: Sequence[Exchange]) -> Callable[[Question], tuple[Pick, ...]]:
    """The ranking that does not look at the question."""
    picks = newest(exchanges)
    return lambda _question: picks


def first_that_fit(picks: Iterable[Pick], most: int | None, budget: Budget) -> tuple[Pick, ...]:
    """The best `most` picks (None: all), without those the budget has no room left for."""
    shown: list[Pick] = []
    room, left = budget.tokens, iter(picks)
    while most is None or len(shown) < most:
        pick = next(left, None)
        if pick is None:
            break
        cost = budget.cost(pick.exchange)
        if cost <= room:
            shown.append(pick)
            room -= cost
    return tuple(shown)
