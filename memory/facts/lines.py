"""The ledger as the model reads it: what holds, what contradicts itself, what held once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memory.facts.fact import Fact

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


def entries_of(facts: Sequence[Fact]) -> list[Entry]:
    """All lines: those of what holds in the order in which it was said, then the contradictions,
    then what held once. A value inside another one is shown by that one's line."""
    writing = _Writing(facts)
    holding = outermost(fact for fact in facts if fact.status == "active")
    return [
        *writing.of_sentences(holding),
        *writing.of_contradictions([fact for fact in facts if fact.status == "conflicting"]),
        *writing.of_history(outermost(f for f in facts if f.status == "superseded")),
    ]


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


class _Writing:
    """Writes lines, with the values that hold no longer left out of the sentences of others."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        holding = {fact.value for fact in facts if fact.status != "superseded"}
        old = [fact for fact in facts if fact.status == "superseded"]
        self._old_values: dict[str, set[str]] = defaultdict(set)
        for value in {fact.value for fact in old} - holding:
            for digits in _DIGITS.findall(value)[:1]:
                self._old_values[digits].add(value)
        self._old_in: dict[tuple[int, int], list[Fact]] = defaultdict(list)
        for fact in old:
            self._old_in[fact.exchange, fact.message].append(fact)
        self._holding_in: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for fact in facts:
            if fact.status != "superseded":
                place = fact.exchange, fact.message
                self._holding_in[place].append((fact.start, fact.end))

    def of_sentences(self, facts: Iterable[Fact]) -> Iterator[Entry]:
        """One entry for each line; values of one sentence share one."""
        shown: dict[str, list[Fact]] = {}
        for fact in facts:
            shown.setdefault(self._line(fact), []).append(fact)
        for line, together in shown.items():
            yield Entry("holds", line, tuple(together))

    def of_contradictions(self, facts: Sequence[Fact]) -> Iterator[Entry]:
        for group in _groups(facts):
            lines = dict.fromkeys(self._line(fact) for fact in group)
            yield Entry("unsettled", "\n".join(lines), tuple(group))

    def of_history(self, facts: Iterable[Fact]) -> Iterator[Entry]:
        for fact in facts:
            words = " ".join((fact.value if self._names_others(fact) else fact.clause).split())
            yield Entry(
                "history",
                f"{NO_LONGER}{words} ({fact.role}, {fact.day}, exchange {fact.exchange}; "
                f"until exchange {fact.until})",
                (fact,),
            )

    def _names_others(self, fact: Fact) -> bool:
        """Whether the words of a value hold values that have nothing to do with its end."""
        start = fact.start - fact.clause.find(fact.value)
        end = start + len(fact.clause)
        spans = self._holding_in[fact.exchange, fact.message]
        return any(start <= left and right <= end for left, right in spans)

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
        place = fact.exchange, fact.message
        ends = start + len(text)
        kept = [s for s in self._holding_in[place] if start <= s[0] and s[1] <= ends]
        cuts = [(f.start, f.end) for f in self._old_in[place] if start <= f.start < f.end <= ends]
        cuts += [cut for cut in self._named_again(text, start) if not _touches(cut, kept)]
        for left, right in reversed(_apart(cuts)):
            if not any(one[0] >= left and one[1] <= right for one in kept):
                text = text[: left - start] + REPLACED + text[right - start :]
        return text

    def _named_again(self, text: str, start: int) -> Iterator[tuple[int, int]]:
        """Where the text has values that hold no longer, told by their first digits."""
        for value in {
            v for digits in _DIGITS.findall(text) for v in self._old_values.get(digits, ())
        }:
            at = text.find(value)
            while at >= 0:
                yield start + at, start + at + len(value)
                at = text.find(value, at + len(value))


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


def _groups(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Facts that stand against each other, each group in the order in which it was said."""
    by_id, group_of, groups = {fact.id: fact for fact in facts}, dict[str, int](), 0
    for fact in facts:
        if fact.id in group_of:
            continue
        group_of[fact.id] = groups
        todo = [fact.id]
        for each in todo:
            new = [link for link in by_id[each].links if link in by_id and link not in group_of]
            group_of.update(dict.fromkeys(new, groups))
            todo += new
        groups += 1
    found: list[list[Fact]] = [[] for _ in range(groups)]
    for fact in facts:
        found[group_of[fact.id]].append(fact)
    return found


def outermost(facts: Iterable[Fact]) -> list[Fact]:
    """Without the facts that another fact's line shows anyway; by place, the longer first."""
    ordered = sorted(facts, key=lambda f: (f.exchange, f.message, f.start, -f.end))
    kept: list[Fact] = []
    for fact in ordered:
        if not kept or not _within(fact, kept[-1]):
            kept.append(fact)
    return kept


def _within(fact: Fact, other: Fact) -> bool:
    same = (fact.exchange, fact.message) == (other.exchange, other.message)
    return same and other.start <= fact.start and fact.end <= other.end
