"""What the search knows of each exchange beside its words: one row an exchange, growing."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeVar

from memory.search.card import Card

SESSION_GAP_SECONDS = 3600
"""A session is a run of exchanges without a longer pause than this between two questions."""

TAIL = 0.3
"""What a word in the tail of a reply counts, against one in its head."""

NEVER = -(10**6)
"""The ordinal of an exchange's own day where nobody knows it."""


class Rows:
    """Columns of equal length; a place is an index into them. `days`: ordinals of the exchanges'
    own days, `months` and `years` of the same · `named`: (month, day) -> places of exchanges
    whose text names it, with day 0 whatever day of that month · `mine`: key -> places of
    exchanges whose user calls that their own."""

    def __init__(self) -> None:
        self.numbers = array("q")
        self.times = array("q")
        self.labels: list[str] = []
        self.sessions = array("l")
        self.lengths = array("d")
        self.user_lengths = array("d")
        self.says_when = array("d")
        self.names = array("d")
        self.days = array("l")
        self.months = array("l")
        self.years = array("l")
        self.named: dict[tuple[int, int], array[int]] = {}
        self.mine: dict[str, array[int]] = {}

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def size_bytes(self) -> int:
        listed = [*self.named.values(), *self.mine.values()]
        return 90 * len(self) + sum(150 + 8 * len(places) for places in listed)

    def append(self, number: int, card: Card) -> None:
        self.sessions.append(self._session_of(card))
        self._append_days(card)
        for key in card.mine:
            self.mine.setdefault(key, array("l")).append(len(self))
        self.numbers.append(number)
        self.times.append(card.at)
        self.labels.append(card.session)
        self.lengths.append(card.user.length + card.head.length + TAIL * card.tail.length)
        self.user_lengths.append(card.user.length)
        self.says_when.append(card.when)
        self.names.append(card.names)

    def after(self, first: int) -> Rows:
        """The rows from this place on, as if there were no others."""
        fresh = Rows()
        start = self.sessions[first] if first < len(self) else 0
        fresh.sessions = array("l", (each - start for each in self.sessions[first:]))
        for name in _COLUMNS:
            setattr(fresh, name, getattr(self, name)[first:])
        fresh.named = _listed_after(self.named, first)
        fresh.mine = _listed_after(self.mine, first)
        return fresh

    def _session_of(self, card: Card) -> int:
        """Sessions count from 0; a labelled one ends with its label, any other by a pause."""
        if not self.numbers:
            return 0
        same = card.session == self.labels[-1]
        if not card.session:
            same = same and card.at - self.times[-1] <= SESSION_GAP_SECONDS
        return self.sessions[-1] + (not same)

    def _append_days(self, card: Card) -> None:
        own = datetime.fromtimestamp(card.at, UTC).date() if card.at else None
        self.days.append(own.toordinal() if own else NEVER)
        self.months.append(own.month if own else 0)
        self.years.append(own.year if own else 0)
        for day in {(d.month, d.day) for d in card.days} | {(d.month, 0) for d in card.days}:
            self.named.setdefault(day, array("l")).append(len(self))


Listed = TypeVar("Listed", str, tuple[int, int])


def _listed_after(listed: Mapping[Listed, array[int]], first: int) -> dict[Listed, array[int]]:
    left = {
        key: array("l", (place - first for place in places if place >= first))
        for key, places in listed.items()
    }
    return {key: places for key, places in left.items() if places}


_COLUMNS = (
    *("numbers", "times", "labels", "lengths", "user_lengths"),
    *("says_when", "names", "days", "months", "years"),
)
"""All but the sessions, whose numbers start anew."""
