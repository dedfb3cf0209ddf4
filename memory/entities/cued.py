"""Names that only the words beside them give away, in scripts that part words by spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import regex

from memory.entities.cues import Cues
from memory.entities.tokens import Word

Span = tuple[int, int]

_ANSWER = 2  # words


def cued(words: Sequence[Word], cues: Cues) -> Iterator[Span]:
    """Places of the names, in words: [first, after the last)."""
    if cues.answers and len(words) <= _ANSWER and all(_in_name(word, cues) for word in words):
        yield from _one_by_one(range(len(words)))
    for at in range(len(words)):
        yield from _things(words, at, cues)
        yield from _kinds_first(words, at, cues)
        if (end := _phrase_ends(words, at, cues.before)) and (after := _forward(words, end, cues)):
            yield end, after
        if _phrase_ends(words, at, cues.after) and (first := _back(words, at, cues)) < at:
            yield first, at
        if words[at].key in cues.types_last and (first := _back(words, at, cues)) < at:
            yield first, at + 1


def _things(words: Sequence[Word], at: int, cues: Cues) -> Iterator[Span]:
    """What is counted or asked for, word by word: the kind of a thing and its make are two."""
    if _phrase_ends(words, at, cues.wanted):
        yield from _one_by_one(range(_back(words, at, cues), at))
    if first := _phrase_ends(words, at, cues.counted):
        yield from _one_by_one(range(first, min(_forward(words, first, cues), first + _ANSWER)))


def _one_by_one(places: range) -> Iterator[Span]:
    return ((at, at + 1) for at in places)


def _kinds_first(words: Sequence[Word], at: int, cues: Cues) -> Iterator[Span]:
    end = _phrase_ends(words, at, cues.types_first)
    if end and (after := _forward(words, end, cues)):
        yield at, after


def _phrase_ends(words: Sequence[Word], at: int, phrases: frozenset[str]) -> int:
    """After the longest of these phrases that stands here; 0 for none."""
    for length in (2, 1):
        stretch = words[at : at + length]
        whole = len(stretch) == length and all(word.joined for word in stretch[1:])
        if whole and " ".join(word.key for word in stretch) in phrases:
            return at + length
    return 0


def _forward(words: Sequence[Word], at: int, cues: Cues) -> int:
    """After the name that begins here; 0 for none."""
    if _phrase_ends(words, at, cues.types_first):
        return 0  # that kind of thing finds it with its name
    end = at
    while (
        end < min(len(words), at + cues.most) and words[end].joined and _in_name(words[end], cues)
    ):
        end += 1
    return end if end > at else 0


def _back(words: Sequence[Word], at: int, cues: Cues) -> int:
    """The first word of the name that ends before this word; `at` for none."""
    first = at
    while (
        first > max(0, at - cues.most) and words[first].joined and _in_name(words[first - 1], cues)
    ):
        first -= 1
    return first


def _in_name(word: Word, cues: Cues) -> bool:
    key = word.key
    if key in cues.stops or key in cues.openers or len(key) < 2 or key[0].isdecimal():
        return False
    return not (cues.verb and _verb(cues.verb).fullmatch(key))


@cache
def _verb(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression)
