"""Names of months, Gregorian and Jalali, and what a Jalali day is in the Gregorian calendar.

Names are written as keys (folded). Those that are everyday words too count only beside a number
or after a word that makes a date of them.
"""

from __future__ import annotations

from datetime import date, timedelta

_GREGORIAN = """
january jan ژانویه جانیوری | february feb فوریه | march mar مارس | april apr اوریل |
may مه می | june jun ژوین ژوءن جون | july jul ژوییه جولای | august aug اوت اگوست |
september sep sept سپتامبر | october oct اکتبر | november nov نوامبر | december dec دسامبر
"""
_JALALI = """
فروردین | اردیبهشت | خرداد | تیر | مرداد امرداد | شهریور | مهر | ابان | اذر | دی | بهمن | اسفند
"""
_CHINESE_NUMBERS = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]

_ALSO_WORDS = "may march mar jan jun sep dec مه می تیر مهر دی جون اوت"
AMBIGUOUS = frozenset(_ALSO_WORDS.split())


def _named(table: str) -> dict[str, int]:
    groups = enumerate(table.split("|"), start=1)
    return {name: month for month, names in groups for name in names.split()}


GREGORIAN = _named(_GREGORIAN)
JALALI = _named(_JALALI)
CHINESE = {name: month for month, name in enumerate(_CHINESE_NUMBERS, start=1)}

_NOWRUZ_1400 = date(2021, 3, 21)


def from_jalali(year: int, month: int, day: int) -> date:
    """The Gregorian date of a Jalali one (years of our age, 1300 to 1500). Leap years by the
    33-year rule, which holds for them all."""
    years = range(min(year, 1400), max(year, 1400))
    days = sum(365 + _is_leap(each) for each in years) * (1 if year >= 1400 else -1)
    return _NOWRUZ_1400 + timedelta(days + 30 * (month - 1) + min(month - 1, 6) + day - 1)


def jalali_year(at: date) -> int:
    """The Jalali year that a Gregorian date falls in."""
    year = at.year - 621
    return year if at >= from_jalali(year, 1, 1) else year - 1


def _is_leap(year: int) -> bool:
    return (25 * year + 11) % 33 < 8
