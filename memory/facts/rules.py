"""Tries the languages' rules at one place of a text; the longest match wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from memory.facts.language import Rule
from memory.facts.languages import LANGUAGES
from memory.facts.reading import Reading
from memory.facts.span import SpanKind


@dataclass(frozen=True, slots=True)
class Value:
    """What stands at a place: its kind and the position after it."""

    kind: SpanKind
    end: int


class _Node:
    """What has been read of some rules so far; kind: of the rule that ends here."""

    __slots__ = ("kind", "next")

    def __init__(self) -> None:
        self.next: dict[str, _Node] = {}
        self.kind: SpanKind | None = None


class RuleBook:
    """All rules as one tree of items, so that what rules begin with alike is read once."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._root = _Node()
        for rule in rules:
            for items in _spelled_out(rule.pattern.split()):
                self._add(rule.kind, items)

    def _add(self, kind: SpanKind, items: list[str]) -> None:
        node = self._root
        for item in items:
            node = node.next.setdefault(item, _Node())
        if node.kind is None or (node.kind in _VAGUE and kind not in _VAGUE):
            node.kind = kind

    @property
    def firsts(self) -> frozenset[str]:
        """What a value can begin with."""
        return frozenset(self._root.next)

    def value_at(self, reading: Reading, at: int) -> Value | None:
        best: Value | None = None
        for end, kind in _ends(reading, self._root, at, at):
            if best is None or (end, kind not in _VAGUE) > (best.end, best.kind not in _VAGUE):
                best = Value(kind, end)
        return best


_VAGUE: tuple[SpanKind, ...] = ("number", "quantity")
"""Give way to what tells more: 5月2日 is a date, not five months and two days."""


def _spelled_out(items: list[str]) -> Iterator[list[str]]:
    """Every way to write the pattern: with and without each optional item, never nothing."""
    ways: list[list[str]] = [[]]
    for item in items:
        plain = item.removesuffix("?")
        longer = [[*way, plain] for way in ways]
        ways = longer + ways if item != plain else longer
    return (way for way in ways if way)


def _ends(reading: Reading, node: _Node, at: int, end: int) -> Iterator[tuple[int, SpanKind]]:
    """Every end of a match; `at` is where the next item stands, `end` where the last one ended."""
    if node.kind is not None:
        yield end, node.kind
    if not node.next:
        return
    for item, after in reading.found(at).items():
        following = node.next.get(item)
        if following is not None:
            yield from _ends(reading, following, reading.tokens.past_gap(after), after)


@cache
def all_rules() -> RuleBook:
    """Every language's rules; built at first use, then kept."""
    return RuleBook(rule for language in LANGUAGES for rule in language.rules)
