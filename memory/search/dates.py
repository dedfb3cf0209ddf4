"""Dates that a text names, in the Gregorian and the Jalali calendar, with the words of English,
Persian and Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

import regex

from memory.search.months import (
    AMBIGUOUS,
    CHINESE,
    GREGORIAN,
    JALALI,
    from_jalali,
    jalali_year,
)


class Day(NamedTuple):
    """A Gregorian day as named; 0 stands for a year or a day of month that was not."""

    year: int
    month: int
    day: int


_NAMES = "|".join(sorted({*GREGORIAN, *JALALI}, key=len, reverse=True))
_TO_TWENTY = """
اول دوم سوم چهارم پنجم ششم هفتم هشتم نهم دهم یازدهم دوازدهم سیزدهم چهاردهم پانزدهم شانزدهم
هفدهم هجدهم نوزدهم بیستم
"""
_ORDINALS = _TO_TWENTY.split()
_ORDINAL_DAYS = {
    **{word: day for day, word in enumerate(_ORDINALS, start=1)},
    **{f"بیست و {word}": 20 + day for day, word in enumerate(_ORDINALS[:9], start=1)},
    "یکم": 1,
    "بیست و یکم": 21,
    "سی ام": 30,
    "سی و یکم": 31,
}
_ORDINAL = "|".join(sorted(_ORDINAL_DAYS, key=len, reverse=True))
_DAY_FIRST = regex.compile(
    rf"(?:\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|م| ام)?|\b(?P<word>{_ORDINAL})) ?(?:of )?(?:ماه )?"
    rf"(?P<month>{_NAMES})\b[.,]?(?: ?ماه)?(?: ?(?:سال )?(?P<year>\d{{4}})\b)?"
)
_MONTH_FIRST = regex.compile(
    rf"\b(?P<month>{_NAMES})\b\.?(?: (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:))?"
    rf"(?:,? ?(?P<year>\d{{4}})\b)?"
)
_NUMBERS = regex.compile(
    r"(?<![\d/-])(?P<year>1[34]\d\d|20\d\d)(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d)"
)
_CHINESE = regex.compile(
    r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2}|十[一二]?|[一二三四五六七八九])月"
    r"(?:(?P<day>\d{1,2}|[一二]?十[一二三四五六七八九]?|三十一?|[一二三四五六七八九])[日号]?)?"
)
_MAKES_A_DATE = regex.compile(
    r"(?:\b(?:in|of|on|during|since|until|by|last|this|next|early|late|mid|در|ماه)[ -])$"
)


def dates_in(text: str, at: date) -> list[Day]:
    """The days and months that a folded text names, each once; `at` tells the Jalali year where
    none is named."""
    rest = _DAY_FIRST.sub(" ; ", text)
    named = [_named(match, at) for match in _DAY_FIRST.finditer(text)]
    named += [_named(match, at) for match in _MONTH_FIRST.finditer(rest) if _is_date(match)]
    return [day for day in dict.fromkeys([*_numbers(text, at), *named]) if day is not None]


def _numbers(text: str, at: date) -> Iterator[Day | None]:
    for match in _NUMBERS.finditer(text):
        year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
        yield _jalali(year, month, day, at) if year < 1500 else _gregorian(year, month, day)
    for match in _CHINESE.finditer(text):
        month = CHINESE.get(match["month"]) or int(match["month"])
        yield _gregorian(int(match["year"] or 0), month, _chinese_day(match["day"] or "0"))


def _is_date(match: regex.Match[str]) -> bool:
    """A name alone may be an everyday word."""
    if match["day"] or match["year"] or match["month"] not in AMBIGUOUS:
        return True
    before = match.string[max(0, match.start() - 12) : match.start()]
    return match["month"] not in ("mar", "jan") and bool(_MAKES_A_DATE.search(before))


def _named(match: regex.Match[str], at: date) -> Day | None:
    groups = match.groupdict()
    word = groups.get("word")
    day = _ORDINAL_DAYS[word] if word else int(groups["day"] or 0)
    name, year = groups["month"], int(groups["year"] or 0)
    if name in JALALI:
        return _jalali(year, JALALI[name], day, at)
    return _gregorian(year, GREGORIAN[name], day)


def _gregorian(year: int, month: int, day: int) -> Day | None:
    return Day(year, month, day) if 1 <= month <= 12 and day <= 31 else None


def _jalali(year: int, month: int, day: int, at: date) -> Day | None:
    """A Jalali month alone is known by its middle, which lies in its second Gregorian month."""
    if not (1 <= month <= 12 and day <= 31):
        return None
    usual = year if 1300 <= year < 1500 else jalali_year(at)
    there = from_jalali(usual, month, day or 15)
    return Day(there.year if year else 0, there.month, there.day if day else 0)


def _chinese_day(text: str) -> int:
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return CHINESE[text]
    return 10 * (CHINESE[tens] if tens else 1) + (CHINESE[ones] if ones else 0)
