"""Tries the languages' rules at one place of a text; the longest match wins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import regex

from memory.facts.language import Rule
from memory.facts.languages import LANGUAGES
from memory.facts.reading import Reading
from memory.facts.span import SpanKind

_YEAR = regex.compile(r"\p{Nd}{4}")


@dataclass(frozen=True, slots=True)
class Value:
    """What stands at a place: its kind and the position after it."""

    kind: SpanKind
    end: int


@dataclass(frozen=True, slots=True)
class _Item:
    meaning: str
    optional: bool


@dataclass(frozen=True, slots=True)
class _Sequence:
    kind: SpanKind
    items: tuple[_Item, ...]

    def ends(self, reading: Reading, at: int) -> int | None:
        return _match(reading, self.items, 0, at, at)


class RuleBook:
    """All rules, found by what a match can begin with."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_first: dict[str, list[_Sequence]] = defaultdict(list)
        for rule in rules:
            sequence = _Sequence(rule.kind, tuple(_items(rule.pattern)))
            for first in _firsts(sequence.items):
                self._by_first[first].append(sequence)

    def value_at(self, reading: Reading, at: int) -> Value | None:
        best: Value | None = None
        for meaning in _meanings(reading, at):
            for sequence in self._by_first.get(meaning, ()):
                end = sequence.ends(reading, at)
                if end is not None and (best is None or _outdoes(end, sequence.kind, best)):
                    best = Value(sequence.kind, end)
        return best


_VAGUE: tuple[SpanKind, ...] = ("number", "quantity")


def _outdoes(end: int, kind: SpanKind, best: Value) -> bool:
    """Longer, or as long and more telling: 5月2日 is a date, not five months and two days."""
    if end != best.end:
        return end > best.end
    return best.kind in _VAGUE and kind not in _VAGUE


def _items(pattern: str) -> Iterator[_Item]:
    for word in pattern.split():
        yield _Item(word.removesuffix("?"), word.endswith("?"))


def _firsts(items: tuple[_Item, ...]) -> Iterator[str]:
    for item in items:
        yield item.meaning
        if not item.optional:
            return


def _meanings(reading: Reading, at: int) -> Iterator[str]:
    yield from reading.found[at]
    if at in reading.numbers:
        yield from ("number", "year_number", "digits")
    shape = reading.shapes.get(at)
    if shape in ("date", "clock"):
        yield shape
    if shape == "ordinal":
        yield from ("ordinal", "ordinal_digits")
    elif "ordinal_word" in reading.found[at]:
        yield "ordinal"


def _match(
    reading: Reading, items: tuple[_Item, ...], index: int, at: int, last_end: int
) -> int | None:
    """The position after the items, matched from `at`; optional items are taken if they can."""
    if index == len(items):
        return last_end
    item = items[index]
    end = _item_end(reading, item.meaning, at)
    if end is not None:
        whole = _match(reading, items, index + 1, reading.tokens.past_gap(end), end)
        if whole is not None:
            return whole
    return _match(reading, items, index + 1, at, last_end) if item.optional else None


def _item_end(reading: Reading, meaning: str, at: int) -> int | None:
    if at >= len(reading.tokens):
        return None
    special = _SPECIAL.get(meaning)
    return special(reading, at) if special else reading.found[at].get(meaning)


def _year(reading: Reading, at: int) -> int | None:
    plain = reading.shapes.get(at) == "number" and _YEAR.fullmatch(reading.tokens.written(at))
    return at + 1 if plain else reading.numbers.get(at) if _worded(reading, at) else None


def _worded(reading: Reading, at: int) -> bool:
    """A year in words is long: "هزار و چهارصد و پنج"."""
    return at in reading.numbers and reading.numbers[at] - at >= 4 and at not in reading.shapes


def _attached(reading: Reading, at: int) -> int | None:
    """Digits right after a letter, or after a joiner that shows as nothing."""
    spaced = reading.tokens.kind(at - 1) == "gap" and reading.tokens.written(at - 1) != "\u200c"
    return at + 1 if reading.shapes.get(at) == "number" and not spaced else None


def _ordinal(reading: Reading, at: int) -> int | None:
    if reading.shapes.get(at) == "ordinal":
        return at + 1
    return reading.found[at].get("ordinal_word")


_SPECIAL: Mapping[str, Callable[[Reading, int], int | None]] = {
    "number": lambda reading, at: reading.numbers.get(at),
    "year_number": lambda reading, at: reading.numbers.get(at),
    "year": _year,
    "digits": lambda r, at: at + 1 if r.shapes.get(at) == "number" else None,
    "attached_digits": _attached,
    "ordinal": _ordinal,
    "ordinal_digits": lambda r, at: at + 1 if r.shapes.get(at) == "ordinal" else None,
    "date": lambda r, at: at + 1 if r.shapes.get(at) == "date" else None,
    "clock": lambda r, at: at + 1 if r.shapes.get(at) == "clock" else None,
}


READ_BY_ITSELF = frozenset(_SPECIAL)
"""Items of rules that are no words: numbers, dates and times in digits, ordinals."""


@cache
def all_rules() -> RuleBook:
    """Every language's rules; built at first use, then kept."""
    return RuleBook(rule for language in LANGUAGES for rule in language.rules)
