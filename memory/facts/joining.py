"""Joins neighbouring values that say one thing: opening hours with their days, seasons and
breaks; several telephone numbers in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import regex

from memory.facts.language import phrases_of
from memory.facts.languages import LANGUAGES
from memory.facts.shapes import digits_in
from memory.facts.span import Span

_MOMENTS = frozenset({"time", "date"})
_FARTHEST = 40  # characters between two neighbours
_FEWEST_PHONE_DIGITS = 7
_CLOCK = regex.compile(r"\p{Nd}{1,2}[:：]\p{Nd}{2}")
_PHONE = regex.compile(r"[+(（]?\p{Nd}[\p{Nd}()（）\-–—－ ]*+")
_PHONES_BETWEEN = regex.compile(r" ?[/、,，;；] ?| ")


def joined(spans: Sequence[Span], text: str) -> list[Span]:
    """The spans, in order and apart, with neighbours that belong together as one."""
    whole: list[Span] = []
    for span in _with_labels(spans, text):
        if whole and _belong_together(whole[-1], span, text):
            whole[-1] = Span(whole[-1].start, span.end, whole[-1].kind)
        else:
            whole.append(span)
    return [_with_end(span, text) for span in whole]


def _belong_together(one: Span, other: Span, text: str) -> bool:
    between = text[one.end : other.start]
    if len(between) > _FARTHEST:
        return False
    if one.kind in _MOMENTS and other.kind in _MOMENTS:
        hours = _is_hours(one, text) or _is_hours(other, text)
        return hours and _between().fullmatch(between) is not None
    apart = _PHONES_BETWEEN.fullmatch(between) is not None
    return apart and _is_phone(one, text) and _is_phone(other, text)


def _is_hours(span: Span, text: str) -> bool:
    """From one time to another, as opening hours are."""
    if span.kind != "time":
        return False
    return len(_CLOCK.findall(text, span.start, span.end)) > 1


def _is_phone(span: Span, text: str) -> bool:
    value = text[span.start : span.end]
    return (
        span.kind in ("phone", "number", "id")
        and _PHONE.fullmatch(value) is not None
        and digits_in(value) >= _FEWEST_PHONE_DIGITS
    )


def _with_labels(spans: Iterable[Span], text: str) -> Iterator[Span]:
    """午餐11:00-14:00: what the hours are of stands right before them."""
    end = 0
    for span in spans:
        start = span.start
        if _is_hours(span, text):
            label = _label_before().search(text, max(end, start - _FARTHEST), start)
            start = label.start() if label is not None else start
        yield Span(start, span.end, span.kind)
        end = span.end


def _with_end(span: Span, text: str) -> Span:
    """Hours with "closed" or "(summer)" after them, and a parenthesis that they opened."""
    if not _is_hours(span, text):
        return span
    end = span.end
    closing = _closing_after().match(text, end)
    end = closing.end() if closing is not None else end
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
