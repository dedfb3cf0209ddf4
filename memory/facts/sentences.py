"""Where sentences begin and end, and a readable stretch of text around a value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import regex

from memory.facts.span import Span

_NUMBERED = r"(?<!\b(?i:no|nr|num|art|fig|vol|pp?)(?=\.[ \t](?:\S*\d|(?:is|was|for|of)\b)))"
_TITLES = r"(?<!\b(?i:mrs?|ms|dr|prof)(?=\.[ \t]\p{L}))"
"""The stop behind a short form ends no sentence: order no. 7, Dr. Ahmadi."""
_ENDS = regex.compile(
    _NUMBERED + _TITLES + r"[.!?؟…]++[\"”»'’)\]]*+(?=\s)|[。！？；][」』”》]*+|\n"
)
_LONGEST = 200
"""A sentence is shown at most this many characters to each side of a value."""
_STEP = 120


@dataclass(frozen=True, slots=True)
class Sentences:
    """bounds: the ends of all sentences but the last, ascending."""

    text: str
    bounds: tuple[int, ...]

    def around(self, start: int, end: int) -> tuple[int, int]:
        """The sentence that holds the stretch, without white space at its edges."""
        first = bisect_right(self.bounds, start)
        last = bisect_left(self.bounds, end)
        left = self.bounds[first - 1] if first else 0
        right = self.bounds[last] if last < len(self.bounds) else len(self.text)
        left, right = max(left, start - _LONGEST), min(right, end + _LONGEST)
        return _trimmed(self.text, left, right)

    def stepwise(self, start: int, end: int) -> tuple[int, int]:
        """The stretch; where its sentence goes on, somewhat more of that, so that many stretches
        of one long sentence are the same."""
        first, last = bisect_right(self.bounds, start), bisect_left(self.bounds, end)
        left = self.bounds[first - 1] if first else 0
        right = self.bounds[last] if last < len(self.bounds) else len(self.text)
        more = max(left, start - start % _STEP), min(right, end + -end % _STEP)
        return _trimmed(self.text, *more) if right - left > _LONGEST else (start, end)


def sentences_of(text: str, spans: Sequence[Span]) -> Sentences:
    """Sentence ends inside a kept span do not count."""
    starts = [span.start for span in spans]
    reach = _reach(spans)
    bounds = tuple(
        match.end() for match in _ENDS.finditer(text) if not _covered(match.start(), starts, reach)
    )
    return Sentences(text, bounds)


def _reach(spans: Sequence[Span]) -> list[int]:
    """How far any span up to each one goes; spans are sorted by start."""
    reach: list[int] = []
    for span in spans:
        reach.append(max(span.end, reach[-1] if reach else 0))
    return reach


def _covered(at: int, starts: list[int], reach: list[int]) -> bool:
    before = bisect_right(starts, at)
    return before > 0 and at + 1 < reach[before - 1]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    return start + left, start + max(left, len(piece.rstrip()))
