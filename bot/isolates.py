"""Right-to-left paragraphs keep their direction, and ids and numbers in them their order.

An order number, a phone number or a date between Persian words is drawn back to front by the
bidirectional algorithm unless it is isolated (U+2066 before it, U+2069 behind), and a paragraph
that begins with a Latin word runs left to right unless a mark (U+200F) says otherwise. The signs
stand around values, never inside: not in code, addresses or ids, so each can be copied as it was
written; and formats, links and Telegram's own finding of addresses do not change.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from unicodedata import bidirectional

from bot.rendered import Rendered, Span
from bot.runs import Run, content_of, runs

ISOLATE, RELEASE, LEFTWARDS = "\u2066", "\u2069", "\u200f"
MOST_IN_ITEM = 38
"""Characters of a list's item that stay in one line on a common phone."""
_LEFTWARD = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_WORD = re.compile(r"[^\W\d_]+")
_SIGNED = re.compile(r"[\u2066-\u2069]")
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class _Sign:
    """A character to insert before the code point `at`. closes: it belongs to what ends there."""

    at: int
    character: str
    closes: bool = False


def isolated(rendered: Rendered) -> Rendered:
    """With direction signs where they are needed; a text without right-to-left letters, or with
    signs of its own, is as it was."""
    if not _LEFTWARD.search(rendered.text):
        return rendered
    code = _Ranges(span for span in rendered.spans if _is_inline_code(span, rendered.text))
    blocks = _Ranges(
        span
        for span in rendered.spans
        if span.kind in ("pre", "code") and not _is_inline_code(span, rendered.text)
    )
    signs: list[_Sign] = []
    leftwards = False
    for line in _LINE.finditer(rendered.text):
        if not blocks.within(*line.span()):
            found = runs(line[0], code.within(*line.span()))
            leftwards = _leans_leftwards(line[0], found, after=leftwards)
            signs += _signs(line[0], line.start(), found) if leftwards else ()
    return _with(rendered, signs) if signs else rendered


def _is_inline_code(span: Span, text: str) -> bool:
    return span.kind == "code" and "\n" not in text[span.start : span.end]


class _Ranges:
    """Where spans of one kind stand. They do not overlap."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._ranges = sorted((span.start, span.end) for span in spans)

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """Those that reach into [start:end), clipped to it, counted from its start."""
        first = max(bisect_right(self._ranges, (start, start)) - 1, 0)
        found = []
        for begins, ends in self._ranges[first:]:
            if begins >= end:
                break
            if ends > start:
                found.append((max(begins, start) - start, min(ends, end) - start))
        return found


def _leans_leftwards(line: str, found: Sequence[Run], *, after: bool) -> bool:
    """`after`: whether the line before does. A list of ids below Persian words hangs on their
    side, as far as its items are short: a sentence of Latin words keeps its own direction."""
    if _SIGNED.search(line):
        return after or bool(_LEFTWARD.search(line))
    if _LEFTWARD.search(line):
        return _runs_leftwards(line, found)
    return after and _is_short_item(line, found)


def _is_short_item(line: str, found: Sequence[Run]) -> bool:
    content = content_of(line)
    whole = len(found) == 1 and line[found[0].start : found[0].end] == content
    return content != line and whole and len(content) <= MOST_IN_ITEM


def _signs(line: str, start: int, found: Sequence[Run]) -> Iterator[_Sign]:
    if _SIGNED.search(line):
        return
    isolated_runs = [run for run in found if not run.harmless]
    if _starts_rightwards(line, isolated_runs):
        yield _Sign(start, LEFTWARDS)
    for run in isolated_runs:
        yield _Sign(start + run.start, ISOLATE)
        yield _Sign(start + run.end, RELEASE, closes=True)


def _runs_leftwards(line: str, found: Iterable[Run]) -> bool:
    """A third of its words suffices: what was written in Persian is full of Latin names."""
    rightward = sum(run.words for run in found)
    leftward = sum(1 for word in _WORD.finditer(line) if _LEFTWARD.match(word[0]))
    return leftward * 2 >= rightward


def _starts_rightwards(line: str, isolated_runs: Sequence[Run]) -> bool:
    """Whether the first letter that decides (none inside an isolate does) is a Latin one, or
    there is an isolate before it: not every program passes over those."""
    if isolated_runs and not _LEFTWARD.search(line, 0, isolated_runs[0].start):
        return True
    strong = (bidirectional(character) for character in line)
    return next((kind for kind in strong if kind in ("L", "R", "AL")), "AL") == "L"


def _with(rendered: Rendered, signs: Sequence[_Sign]) -> Rendered:
    pieces, at = [], 0
    for sign in signs:
        pieces += [rendered.text[at : sign.at], sign.character]
        at = sign.at
    text = "".join([*pieces, rendered.text[at:]])
    opening = [sign.at for sign in signs if not sign.closes]
    closing = [sign.at for sign in signs if sign.closes]
    return Rendered(text, tuple(_moved(span, opening, closing) for span in rendered.spans))


def _moved(span: Span, opening: Sequence[int], closing: Sequence[int]) -> Span:
    """Signs stand outside the formats they touch, but inside a quote, whose lines are its own."""
    outside, inside = (bisect_right, bisect_left) if span.kind != "blockquote" else _REVERSED
    before = outside(opening, span.start) + bisect_right(closing, span.start)
    until = bisect_left(opening, span.end) + inside(closing, span.end)
    return replace(span, start=span.start + before, end=span.end + until)


_REVERSED = (bisect_left, bisect_right)
