"""Joins neighbouring values that say one thing: opening hours with their days, seasons and
breaks; several telephone numbers in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import regex

from memory.facts.language import phrases_of
from memory.facts.languages import LANGUAGES
from memory.facts.shapes import digits_in
from memory.facts.span import Span

_DIALLED = frozenset({"phone", "number", "id"})
_MOMENTS = frozenset({"time", "date"})
_FARTHEST = 40  # characters between two neighbours
_FEWEST_PHONE_DIGITS = 7
_CLOCK = regex.compile(r"\p{Nd}{1,2}[:：]\p{Nd}{2}")
_PHONE = regex.compile(r"[+(（]?\p{Nd}[\p{Nd}()（）\-–—－ ]*+")
_PHONES_BETWEEN = regex.compile(r" ?[/、,，;；] ?| ")


@dataclass(slots=True)
class _Piece:
    """A span, and what it says: opening hours, telephone numbers, or neither."""

    span: Span
    hours: bool
    phone: bool


def joined(spans: Sequence[Span], text: str) -> list[Span]:
    """The spans, in order and apart, with neighbours that belong together as one."""
    whole: list[_Piece] = []
    for span in spans:
        piece = _piece(span, text, whole[-1].span.end if whole else 0)
        if whole and _belong_together(whole[-1], piece, text):
            last = whole[-1]
            last.span = Span(last.span.start, piece.span.end, last.span.kind)
            last.hours = last.hours or piece.hours
        else:
            whole.append(piece)
    return [_with_end(piece.span, text) if piece.hours else piece.span for piece in whole]


def _piece(span: Span, text: str, past: int) -> _Piece:
    """past: where what stands before it ends; a label is looked for from there."""
    if span.kind == "time" and len(_CLOCK.findall(text, span.start, span.end)) > 1:
        return _Piece(_with_label(span, text, past), hours=True, phone=False)
    phone = (
        span.kind in _DIALLED
        and span.end - span.start >= _FEWEST_PHONE_DIGITS
        and _PHONE.fullmatch(text, span.start, span.end) is not None
        and digits_in(text[span.start : span.end]) >= _FEWEST_PHONE_DIGITS
    )
    return _Piece(span, hours=False, phone=phone)


def _belong_together(one: _Piece, other: _Piece, text: str) -> bool:
    between = text[one.span.end : other.span.start]
    if len(between) > _FARTHEST:
        return False
    if one.phone and other.phone:
        return _PHONES_BETWEEN.fullmatch(between) is not None
    moments = one.span.kind in _MOMENTS and other.span.kind in _MOMENTS
    hours = moments and (one.hours or other.hours)
    return hours and _between().fullmatch(between) is not None


def _with_label(span: Span, text: str, past: int) -> Span:
    """午餐11:00-14:00: what the hours are of stands right before them."""
    label = _label_before().search(text, max(past, span.start - _FARTHEST), span.start)
    return span if label is None else Span(label.start(), span.end, span.kind)


def _with_end(span: Span, text: str) -> Span:
    """Hours with "closed" or "(summer)" after them, and a parenthesis that they opened."""
    closing = _closing_after().match(text, span.end)
    end = closing.end() if closing is not None else span.end
    value = text[span.start : end]
    opened = value.count("(") + value.count("（") > value.count(")") + value.count("）")
    return Span(span.start, end + (opened and text[end : end + 1] in (")", "）")), span.kind)


def _words(*meanings: str) -> str:
    words = [
        phrase
        for language in LANGUAGES
        for meaning in meanings
        for phrase in phrases_of(language, meaning)
    ]
    return "|".join(regex.escape(word) for word in sorted(words, key=len, reverse=True))


@cache
def _between() -> regex.Pattern[str]:
    words = _words("label", "closing")
    return regex.compile(rf"(?i)(?:[^\S\n]|[()（）\[\]【】:：,，、;；/|&+·]|{words})*+")


@cache
def _label_before() -> regex.Pattern[str]:
    return regex.compile(rf"(?i)(?<![A-Za-z])(?:{_words('label')})[:：]?[^\S\n]?$")


@cache
def _closing_after() -> regex.Pattern[str]:
    words, labels = _words("closing"), _words("label", "closing")
    return regex.compile(rf"(?i)[^\S\n]?(?:(?:{words})|[(（](?:{labels})[)）])")
