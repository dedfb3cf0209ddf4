"""Holds a text that a model wrote against the texts it was written from: values nobody said."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memory.facts.extract import extract
from memory.facts.fact import Fact
from memory.facts.lines import REPLACED
from memory.facts.naming import names_nobody_said
from memory.facts.sentences import sentences_of
from memory.facts.shapes import has_digit
from memory.facts.span import STRONG, Span
from memory.facts.wording import comparable
from memory.words import folded, units

_WHOLE: frozenset[str] = STRONG - {"symbol", "price"} | {"assignment", "message"}
"""Kinds that are values in words too."""
_QUOTE_MARKS = '“”«»「」『』《》"`\n '
_NEAR_MISS = 2
"""So many signs of a value may be wrong for it to be taken for another one, if it is long enough
and the sentence speaks of the same thing."""
_LEAST_FOR_NEAR = 5


def without_inventions(text: str, sources: Iterable[str], facts: Collection[Fact] = ()) -> str:
    """The text with only what was said: a sentence that holds an id, number, date, quotation or
    piece of code that occurs in no source byte for byte, or the name of nobody, is put right out
    of the facts where it is plain which one is meant, and left out otherwise. Values that hold no
    longer are masked. "" when nothing is left."""
    checker = _Checker("\n".join(sources), tuple(facts))
    spans = extract(text)
    bounds = (0, *sentences_of(text, spans).bounds, len(text))
    kept = (checker.checked(text, start, end, spans) for start, end in pairwise(bounds))
    return without_stale("".join(kept), facts).strip()


def without_stale(text: str, facts: Collection[Fact]) -> str:
    """The text with a mark in place of each value that holds no longer."""
    holding = {fact.value for fact in facts if fact.status != "superseded"}
    stale = {f.value for f in facts if f.status == "superseded" and has_digit(f.value)} - holding
    for value in sorted(stale, key=len, reverse=True):
        for at in reversed([*_places(value, text)]):
            if not _within_one_that_holds(text, at, value, holding):
                text = text[:at] + REPLACED + text[at + len(value) :]
    return text


def _within_one_that_holds(text: str, at: int, value: str, holding: Collection[str]) -> bool:
    longer = (each for each in holding if value in each and len(each) > len(value))
    ends = at + len(value)
    return any(
        place <= at and ends <= place + len(each)
        for each in longer
        for place in _places(each, text)
    )


@dataclass(frozen=True, slots=True)
class _Checker:
    said: str
    facts: tuple[Fact, ...]

    def checked(self, text: str, start: int, end: int, spans: Sequence[Span]) -> str:
        """The sentence, put right, or ""."""
        sentence = text[start:end]
        repairs: list[tuple[Span, str]] = []
        for span in spans:
            if span.start >= end or span.end <= start:
                continue
            right = self._right(text, span, sentence)
            if right is None:
                return ""
            if right != text[span.start : span.end]:
                repairs.append((span, right))
        if names_nobody_said(sentence, self.said):
            return ""
        for span, right in sorted(repairs, key=lambda repair: -repair[0].start):
            sentence = sentence[: span.start - start] + right + sentence[span.end - start :]
        return sentence

    def _right(self, text: str, span: Span, sentence: str) -> str | None:
        """The value as it was said, None where nobody said anything like it."""
        value = text[span.start : span.end]
        if all(self._was_said(part) for part in _values(text, span)):
            return self._whole(value, sentence)
        meant = {fact.value for fact in self.facts if self._means(fact, span, value, sentence)}
        return meant.pop() if len(meant) == 1 else None

    def _was_said(self, value: str) -> bool:
        if occurs(value, self.said):
            return True
        return not has_digit(value) and occurs(value.casefold(), self.said.casefold())

    def _whole(self, value: str, sentence: str) -> str:
        """A value that was only ever said as part of a longer one ("at most 2 people") is not cut
        down to it."""
        if not has_digit(value) or any(fact.value == value for fact in self.facts):
            return value
        longer = {
            fact.value
            for fact in self.facts
            if len(fact.value) > len(value) and fact.kind in _CUT and occurs(value, fact.value)
        }
        if len(longer) != 1 or next(iter(longer)) in sentence:
            return value
        return longer.pop()

    def _means(self, fact: Fact, span: Span, value: str, sentence: str) -> bool:
        """The same in another notation; or but for a slip, in a sentence about the same thing."""
        if fact.status == "superseded" or not comparable(fact.kind, span.kind):
            return False
        one, other = _plain(fact.value), _plain(value)
        if one == other:
            return True
        long_enough = len(one) == len(other) >= _LEAST_FOR_NEAR
        slips = sum(a != b for a, b in zip(one, other, strict=False))
        return long_enough and slips <= _NEAR_MISS and _about_the_same(fact, sentence)


_CUT = frozenset({"constraint", "price", "quantity", "date"})


def _about_the_same(fact: Fact, sentence: str) -> bool:
    words = set(units(fact.key)) & set(units(sentence))
    return any(len(word) > 2 or not word.isascii() for word in words)


def _plain(value: str) -> str:
    return "".join(c for c in folded(value) if c.isalnum())


def _values(text: str, span: Span) -> Iterator[str]:
    """What of a span must have been said. A number in words may be prose, a day may not."""
    value = text[span.start : span.end]
    if span.kind in ("quote", "code"):
        yield value.strip(_QUOTE_MARKS)
    elif span.kind == "symbol":
        yield from [value] if "_" in value else []
    elif span.kind != "agreement" and (has_digit(value) or span.kind in _WHOLE):
        yield value.strip("()（）,،，")


def occurs(value: str, said: str) -> bool:
    """Whether the value stands in the text as itself, not inside a longer number or word."""
    return next(_places(value, said), None) is not None


def _places(value: str, said: str) -> Iterator[int]:
    at = said.find(value)
    while at >= 0:
        before, after = said[max(0, at - 2) : at], said[at + len(value) : at + len(value) + 2]
        inside = _goes_on(before[-1:], value[:1]) or _goes_on(after[:1], value[-1:])
        if not inside and not _decimal(after, value) and not _decimal_before(before, value):
            yield at
        at = said.find(value, at + 1)


def _goes_on(neighbour: str, edge: str) -> bool:
    """Digits go on with digits, ASCII letters with ASCII letters and digits."""
    if neighbour.isdecimal() and edge.isdecimal():
        return True
    return neighbour.isascii() and edge.isascii() and neighbour.isalnum() and edge.isalnum()


def _decimal(after: str, value: str) -> bool:
    """10 is not found in 10.5, 10,000 or 10:30."""
    return after[:1] in tuple(".,٫٬:") and after[1:].isdecimal() and value[-1:].isdecimal()


def _decimal_before(before: str, value: str) -> bool:
    return before[-1:] in tuple(".,٫٬:") and before[:-1].isdecimal() and value[:1].isdecimal()
