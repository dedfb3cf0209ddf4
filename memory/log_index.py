"""The search over the exchanges of a log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial

from memory.cards import Cards
from memory.kind import Question
from memory.search.hit import Hit


class LogIndex:
    """The search over a log's own exchanges, whatever else its cards hold."""

    def __init__(self, numbers: Sequence[int], cards: Cards) -> None:
        self._numbers = numbers
        self._cards = cards

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def size_bytes(self) -> int:
        return self._cards.size_bytes

    def search(
        self,
        question: Question,
        among: Callable[[int], bool] | None = None,
        most: int | None = None,
    ) -> list[Hit]:
        """The `most` best (None: all), best first, of those that are `among`; [] where nothing
        is relevant."""
        if not self._numbers:
            return []
        own = partial(holds, self._numbers)
        wanted = own if among is None else lambda number: own(number) and among(number)
        return self._cards.search(question, wanted, most)

    def grow(self) -> None:
        """Index the cards that wait; who searches need not ask for it."""
        self._cards.grow()

    def sees(self, question: Question) -> bool:
        """Whether anything that the cards tell of has something in common with the question."""
        return bool(self._numbers) and self._cards.sees(question)

    def knows_a_word(self, question: Question) -> bool:
        """Whether a word that the question turns on is on the cards as it stands there."""
        return bool(self._numbers) and self._cards.knows_a_word(question)


def holds(numbers: Sequence[int], number: int) -> bool:
    """Whether it is among these, which grow."""
    at = bisect_left(numbers, number)
    return at < len(numbers) and numbers[at] == number
