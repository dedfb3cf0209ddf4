"""Facts in the order in which they were said, found by place, value and what became of them."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence

from memory.facts.fact import Fact
from memory.facts.outermost import outermost

_DIGITS = re.compile(r"\d+")


class Said:
    """A fact's position is the order in which it came. What is asked about costs what is found,
    however many facts there are."""

    def __init__(self) -> None:
        self._facts: list[Fact] = []
        self._at: dict[str, int] = {}
        self._exchanges: list[int] = []
        self._in: dict[int, list[int]] = {}
        self._with: dict[str, list[int]] = defaultdict(list)
        self._once_over: dict[str, set[str]] = defaultdict(set)
        self._conflicting: set[int] = set()
        self._over: set[int] = set()
        self._counts: dict[int, int] = {}
        self._uncounted: set[int] = set()
        self._total = 0

    def __len__(self) -> int:
        return len(self._facts)

    def __getitem__(self, at: int) -> Fact:
        return self._facts[at]

    @property
    def facts(self) -> Sequence[Fact]:
        return self._facts

    def add(self, fact: Fact) -> int:
        """Its position."""
        at = len(self._facts)
        self._facts.append(fact)
        self._at[fact.id] = at
        if fact.exchange not in self._in:
            self._in[fact.exchange] = []
            insort(self._exchanges, fact.exchange)
        self._in[fact.exchange].append(at)
        self._with[fact.value].append(at)
        self._sort_in(at, fact)
        return at

    def put(self, at: int, fact: Fact) -> None:
        """What a fact became; its place and value stay."""
        self._facts[at] = fact
        self._sort_in(at, fact)

    def _sort_in(self, at: int, fact: Fact) -> None:
        for status, places in (("conflicting", self._conflicting), ("superseded", self._over)):
            if fact.status == status:
                places.add(at)
            else:
                places.discard(at)
        if fact.status == "superseded":
            for digits in _DIGITS.findall(fact.value)[:1]:
                self._once_over[digits].add(fact.value)
        self._uncounted.add(fact.exchange)

    def position(self, fact_id: str) -> int | None:
        return self._at.get(fact_id)

    def exchanges(self, last: int) -> Sequence[int]:
        """Numbers of those that said facts, up to `last`."""
        return self._exchanges[: bisect_right(self._exchanges, last)]

    def said_in(self, exchange: int) -> list[Fact]:
        return [self._facts[at] for at in self._in.get(exchange, ())]

    def conflicting(self, last: int) -> list[Fact]:
        return self._up_to(self._conflicting, last)

    def over(self, last: int) -> list[Fact]:
        """Those that hold no longer."""
        return self._up_to(self._over, last)

    def _up_to(self, positions: Iterable[int], last: int) -> list[Fact]:
        facts = [self._facts[at] for at in sorted(positions)]
        return [fact for fact in facts if fact.exchange <= last]

    def any_holds(self, last: int) -> bool:
        return any(
            fact.status == "active"
            for exchange in self.exchanges(last)
            for fact in self.said_in(exchange)
        )

    def any_over(self, last: int) -> bool:
        return any(self._facts[at].exchange <= last for at in self._over)

    def over_beginning(self, digits: str, last: int) -> set[str]:
        """Values with these first digits that were said up to `last` and hold no longer."""
        return {value for value in self._once_over.get(digits, ()) if self._is_over(value, last)}

    def _is_over(self, value: str, last: int) -> bool:
        facts = [self._facts[at] for at in self._with[value]]
        known = [fact for fact in facts if fact.exchange <= last]
        return bool(known) and all(fact.status == "superseded" for fact in known)

    def count(self, last: int) -> int:
        """How many facts up to `last` lines of their own show."""
        for exchange in self._uncounted:
            count = _shown(self.said_in(exchange))
            self._total += count - self._counts.get(exchange, 0)
            self._counts[exchange] = count
        self._uncounted.clear()
        later = self._exchanges[bisect_right(self._exchanges, last) :]
        return self._total - sum(self._counts[exchange] for exchange in later)


def _shown(facts: Sequence[Fact]) -> int:
    apart = [
        len(outermost(fact for fact in facts if fact.status == status))
        for status in ("active", "superseded")
    ]
    return sum(apart) + sum(fact.status == "conflicting" for fact in facts)
