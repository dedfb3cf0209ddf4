"""Words of time: in a question they say which days it means, or that the newest counts; in what
was said they tell that it may answer "when". English, Persian and Chinese, as keys (folded)."""

from __future__ import annotations

from datetime import date, timedelta

import regex

from memory.search.dates import Day, dates_in

_DAYS_BACK = (
    (0, r"\b(?:today|tonight|this (?:morning|evening)|امروز|امشب)\b|今天|今早|今晚"),
    (1, r"(?<!before )\b(?:yesterday|last night|دیروز|دیشب)\b|昨天|昨晚|昨日"),
    (2, r"\b(?:day before yesterday|پریروز|پریشب)\b|前天"),
)
_COUNTED_BACK = regex.compile(
    r"\b(?P<count>\d{1,3}|\p{L}+) (?P<unit>days?|weeks?|روز|هفته) (?:ago|پیش|قبل)\b"
    r"|(?P<count>\d{1,3}|[一两二三四五六七])(?P<unit>天|周|个?星期)(?:以|之)?前"
)
_COUNTED = (
    "a one یک 一; two دو 两 二; three سه 三; four چهار 四; five پنج 五; six شش 六; seven هفت 七"
)
_COUNTS = {
    word: number
    for number, words in enumerate(_COUNTED.split(";"), start=1)
    for word in words.split()
}
_DAYS_IN = {"d": 1, "ر": 1, "天": 1}

_NEWEST = regex.compile(
    r"\b(?:latest|newest|most recent(?:ly)?|now|nowadays|current(?:ly)?|at the moment|these days"
    r"|last time)\b"
    r"|\b(?:اکنون|الان|(?<!تا )حالا|فعلا|اخرین|جدیدترین|تازه ترین|این روزها|در حال حاضر|اخیرا)\b"
    r"|最新|最近一次|现在|目前|如今|当前|上次|最后一次"
)
_WHEN = regex.compile(
    r"\bwhen\b|\b(?:what|which) (?:day|date|time|month|year)\b|\bhow long ago\b"
    r"|\bچه (?:وقت|زمان|روز|تاریخ|سال|ماه)|\bکی\b"
    r"|什么时候|什么时间|何时|哪天|哪一天|哪年|几月|几号"
)
_SAYS_WHEN = regex.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|recently|weekend|noon|(?:19|20)\d\d|\d+ ?[ap]m"
    r"|morning|afternoon|evening|night|days?|weeks?|months?|years?"
    r"|(?:last|next) (?:time|spring|summer|autumn|fall|winter)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
    r"|\b(?:دیروز|امروز|فردا|پارسال|امسال|دیشب|امشب|پیش|قبل|روز|هفته|ماه|سال|\w*شنبه|جمعه|1[34]\d\d)\b"
    r"|[昨今明前]天|[昨今明]晚|[上下]周|上个月|[去今明]年|周末|星期|[年月日号]"
)


def days_meant(text: str, at: date) -> list[Day]:
    """The days and months that a folded question names, or counts back from `at`."""
    back = [days for days, words in _DAYS_BACK if regex.search(words, text)]
    back += [days for match in _COUNTED_BACK.finditer(text) if (days := _counted(match))]
    return [*dates_in(text, at), *(_day(at, days) for days in back)]


def wants_newest(text: str) -> bool:
    """Whether a folded question asks how things stand now."""
    return _NEWEST.search(text) is not None


def asks_when(text: str) -> bool:
    return _WHEN.search(text) is not None


def says_when(text: str) -> bool:
    """Whether a folded text holds an expression of time."""
    return _SAYS_WHEN.search(text) is not None


def _counted(match: regex.Match[str]) -> int:
    """How many days back; 0 where the word before is no number."""
    count = match["count"]
    number = int(count) if count.isdecimal() else _COUNTS.get(count, 0)
    return number * _DAYS_IN.get(match["unit"][0], 7)


def _day(at: date, days: int) -> Day:
    there = at - timedelta(days) if at.toordinal() > days else at
    return Day(there.year, there.month, there.day)
