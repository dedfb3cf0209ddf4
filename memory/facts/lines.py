"""The ledger as the model reads it: what holds, what contradicts itself, what held once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memory.facts.fact import Fact
from memory.facts.outermost import outermost
from memory.facts.said import Said

Section = Literal["holds", "unsettled", "history"]

HEADS: Mapping[Section, str] = {
    "holds": "Word for word, from this conversation:",
    "unsettled": "Said in different ways and not settled, so ask which one holds:",
    "history": "What held once and holds no longer:",
}
NO_LONGER = "- no longer: "
REPLACED = "[…]"
"""Stands in a sentence for a value that holds no longer."""
_DIGITS = re.compile(r"\d+")
_SHORT = 120
"""Characters of a sentence that is shown whole."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Lines that are shown together or not at all, with the facts that they show."""

    section: Section
    text: str
    facts: tuple[Fact, ...]

    @property
    def newest(self) -> tuple[int, int, int]:
        return max((fact.exchange, fact.message, fact.start) for fact in self.facts)


def entries_of(facts: Iterable[Fact]) -> list[Entry]:
    """All lines of these facts, oldest first."""
    said = Said()
    last = 0
    for fact in facts:
        said.add(fact)
        last = max(last, fact.exchange)
    return list(Lines(said, last).all())


def written(entries: Iterable[Entry]) -> str:
    """The entries under their headings; "" for none."""
    lines: dict[Section, list[str]] = {section: [] for section in HEADS}
    for entry in entries:
        lines[entry.section].append(entry.text)
    return "\n".join(
        line
        for section, head in HEADS.items()
        if lines[section]
        for line in (head, *lines[section])
    )


class Lines:
    """Writes the lines of the facts up to exchange `last`, as they are asked for. Values that
    hold no longer are left out of the sentences of others; a value inside another one is shown
    by that one's line."""

    def __init__(self, said: Said, last: int) -> None:
        self._said = said
        self._last = last
        self._held: dict[int, list[Entry]] = {}
        self._showing: dict[str, Entry] = {}
        self._over: dict[str, set[str]] = {}
        self._spans: dict[tuple[int, int, bool], list[tuple[int, int]]] = {}

    def all(self) -> Iterator[Entry]:
        """What holds in the order in which it was said, then the contradictions, then what held
        once."""
        for exchange in self._said.exchanges(self._last):
            yield from self._holding(exchange)
        yield from self._contradictions()
        yield from map(self._history, self._all_over())

    def newest_first(self) -> Iterator[Entry]:
        """All as well, but what held once still comes last."""
        unsettled: dict[int, list[Entry]] = defaultdict(list)
        for entry in self._contradictions():
            unsettled[entry.newest[0]].append(entry)
        for exchange in reversed(self._said.exchanges(self._last)):
            entries = [*self._holding(exchange), *unsettled[exchange]]
            yield from sorted(entries, key=lambda entry: entry.newest, reverse=True)
        yield from map(self._history, reversed(self._all_over()))

    def showing(self, fact: Fact) -> Entry | None:
        """The entry that shows this fact; None where it is inside another one."""
        if fact.status == "conflicting":
            return self._contradiction(self._group(fact))
        if fact.status == "superseded":
            over = outermost(f for f in self._in(fact.exchange) if f.status == "superseded")
            return self._history(fact) if fact in over else None
        self._holding(fact.exchange)
        return self._showing.get(fact.id)

    def _in(self, exchange: int) -> list[Fact]:
        return self._said.said_in(exchange)

    def _all_over(self) -> list[Fact]:
        return outermost(self._said.over(self._last))

    def _holding(self, exchange: int) -> list[Entry]:
        """One entry for each line; values of one sentence share one."""
        if exchange not in self._held:
            shown: dict[str, list[Fact]] = {}
            for fact in outermost(f for f in self._in(exchange) if f.status == "active"):
                shown.setdefault(self._line(fact), []).append(fact)
            entries = [Entry("holds", line, tuple(said)) for line, said in shown.items()]
            self._held[exchange] = entries
            self._showing.update((fact.id, entry) for entry in entries for fact in entry.facts)
        return self._held[exchange]

    def _contradictions(self) -> Iterator[Entry]:
        seen = set[str]()
        for fact in self._said.conflicting(self._last):
            if fact.id not in seen:
                group = self._group(fact)
                seen.update(each.id for each in group)
                yield self._contradiction(group)

    def _contradiction(self, group: Sequence[Fact]) -> Entry:
        lines = dict.fromkeys(self._line(fact) for fact in group)
        return Entry("unsettled", "\n".join(lines), tuple(group))

    def _group(self, fact: Fact) -> list[Fact]:
        """All that stand against each other, in the order in which they were said."""
        at = self._said.position(fact.id)
        reached = {} if at is None else {at: fact}
        for each in (todo := [fact]):
            for link in each.links:
                place = self._said.position(link)
                if place is not None and place not in reached and self._stands(place):
                    reached[place] = self._said[place]
                    todo.append(self._said[place])
        return [reached[place] for place in sorted(reached)]

    def _stands(self, place: int) -> bool:
        fact = self._said[place]
        return fact.status == "conflicting" and fact.exchange <= self._last

    def _history(self, fact: Fact) -> Entry:
        words = " ".join((fact.value if self._names_others(fact) else fact.clause).split())
        return Entry(
            "history",
            f"{NO_LONGER}{words} ({fact.role}, {fact.day}, exchange {fact.exchange}; "
            f"until exchange {fact.until})",
            (fact,),
        )

    def _within(self, fact: Fact, start: int, end: int, *, over: bool) -> list[tuple[int, int]]:
        """Where the message of a fact has, from `start` to `end`, values that hold, or those that
        hold no longer."""
        place = fact.exchange, fact.message, over
        if place not in self._spans:
            self._spans[place] = sorted(
                (each.start, each.end)
                for each in self._in(fact.exchange)
                if each.message == fact.message and (each.status == "superseded") == over
            )
        spans = self._spans[place]
        some = spans[bisect_left(spans, (start, 0)) : bisect_left(spans, (end, 0))]
        return [span for span in some if span[1] <= end]

    def _names_others(self, fact: Fact) -> bool:
        """Whether the words of a value hold values that have nothing to do with its end."""
        start = fact.start - fact.clause.find(fact.value)
        return bool(self._within(fact, start, start + len(fact.clause), over=False))

    def _line(self, fact: Fact) -> str:
        source = source_of(fact)
        if "\n" in fact.value:
            return f"- {fact.kind} {source}:\n{fact.value}"
        return f"- {self._words(fact)} {source}"

    def _words(self, fact: Fact) -> str:
        """The sentence where it is short: what stands behind a value may say whose it is."""
        sentence = fact.sentence.rstrip(".。;；,，،")
        fits = len(sentence) <= _SHORT and "\n" not in sentence and fact.value in sentence
        if fits:
            return self._current(fact, sentence, fact.sentence_start)
        return self._current(fact, fact.clause, fact.start - fact.clause.find(fact.value))

    def _current(self, fact: Fact, text: str, start: int) -> str:
        """The text without the values in it that hold no longer. `start`: its place in the
        message."""
        kept = self._within(fact, start, start + len(text), over=False)
        cuts = self._within(fact, start, start + len(text), over=True)
        cuts += [cut for cut in self._named_again(text, start) if not _touches(cut, kept)]
        for left, right in reversed(_apart(cuts)):
            if not any(one[0] >= left and one[1] <= right for one in kept):
                text = text[: left - start] + REPLACED + text[right - start :]
        return text

    def _named_again(self, text: str, start: int) -> Iterator[tuple[int, int]]:
        """Where the text has values that hold no longer, told by their first digits."""
        for value in {v for digits in _DIGITS.findall(text) for v in self._old_values(digits)}:
            at = text.find(value)
            while at >= 0:
                yield start + at, start + at + len(value)
                at = text.find(value, at + len(value))

    def _old_values(self, digits: str) -> set[str]:
        if digits not in self._over:
            self._over[digits] = self._said.over_beginning(digits, self._last)
        return self._over[digits]


def source_of(fact: Fact) -> str:
    return f"({fact.role}, {fact.day}, exchange {fact.exchange})"


def _touches(cut: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < cut[1] and cut[0] < end for start, end in spans)


def _apart(cuts: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for cut in sorted(set(cuts), key=lambda each: (each[0], -each[1])):
        if not kept or cut[0] >= kept[-1][1]:
            kept.append(cut)
    return kept
