"""Dates that a text names, and days that a question means."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.dates import Day, dates_in
from memory.search.months import from_jalali, jalali_year
from memory.search.time_words import asks_when, days_meant, says_when, wants_newest
from memory.words import folded

AT = date(2023, 6, 14)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on 2 May", Day(0, 5, 2)),
        ("May 2nd, 2023", Day(2023, 5, 2)),
        ("the 2nd of May 2023", Day(2023, 5, 2)),
        ("in May, 2023", Day(2023, 5, 0)),
        ("1:56 pm on 8 May, 2023", Day(2023, 5, 8)),
        ("last March", Day(0, 3, 0)),
        ("in September", Day(0, 9, 0)),
        ("2023-04-27", Day(2023, 4, 27)),
        ("2023年4月27日", Day(2023, 4, 27)),
        ("5月2号", Day(0, 5, 2)),
        ("五月二十三日", Day(0, 5, 23)),
        ("十二月", Day(0, 12, 0)),
        ("５月", Day(0, 5, 0)),
        ("۲ مه ۲۰۲۳", Day(2023, 5, 2)),
        ("27 آوریل", Day(0, 4, 27)),
        ("۱۲ اردیبهشت", Day(0, 5, 2)),
        ("دوازدهم اردیبهشت ماه", Day(0, 5, 2)),
        ("۷ اردیبهشت ۱۴۰۲", Day(2023, 4, 27)),
        ("۱۴۰۲/۲/۷", Day(2023, 4, 27)),
        ("بیست و یکم فروردین", Day(0, 4, 10)),
    ],
)
def test_a_date_is_read_in_three_languages_and_two_calendars(text: str, day: Day) -> None:
    assert dates_in(folded(text), AT) == [day]


@pytest.mark.parametrize(
    "text",
    ["I may go", "they march on", "a jar mar", "مه غلیظ بود", "تیر خورد", "45 May", "2023-13-01",
     "13月", "no. 12345-04-27", "99 اردیبهشت"],
)  # fmt: skip
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert not [day for day in dates_in(folded(text), AT) if day.day]


def test_a_chinese_month_is_no_month_beyond_the_twelfth() -> None:
    assert dates_in("13月", AT) == []


@pytest.mark.parametrize(
    ("jalali", "gregorian"),
    [
        ((1402, 1, 1), date(2023, 3, 21)),
        ((1403, 1, 1), date(2024, 3, 20)),
        ((1403, 12, 30), date(2025, 3, 20)),
        ((1357, 11, 22), date(1979, 2, 11)),
        ((1399, 12, 30), date(2021, 3, 20)),
        ((1408, 12, 30), date(2030, 3, 20)),
        ((1402, 7, 1), date(2023, 9, 23)),
    ],
)
def test_jalali_days_are_found_in_the_gregorian_calendar(
    jalali: tuple[int, int, int], gregorian: date
) -> None:
    assert from_jalali(*jalali) == gregorian
    assert jalali_year(gregorian) == jalali[0]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("what did I say yesterday?", 13),
        ("the day before yesterday", 12),
        ("what did we do today", 14),
        ("three days ago", 11),
        ("2 weeks ago", None),
        ("دیروز چه گفتم؟", 13),
        ("سه روز پیش", 11),
        ("امروز", 14),
        ("昨天我说了什么", 13),
        ("三天前", 11),
        ("2天以前", 12),
    ],
)
def test_days_are_counted_back_from_the_question(text: str, day: int | None) -> None:
    meant = [Day(2023, 6, day)] if day else [Day(2023, 5, 31)]
    assert days_meant(folded(text), AT) == meant


@pytest.mark.parametrize("text", ["some days ago", "چند روز پیش", "几天前", "a day trip"])
def test_an_uncertain_number_of_days_means_no_day(text: str) -> None:
    assert days_meant(folded(text), AT) == []


@pytest.mark.parametrize(
    "text",
    ["my latest address", "where do I live now", "آخرین آدرس", "我现在", "最近一次是哪天"],
)
def test_some_words_ask_for_the_newest(text: str) -> None:
    assert wants_newest(folded(text))


@pytest.mark.parametrize("text", ["last week", "I know", "تا حالا", "最近去了厦门"])
def test_and_others_do_not(text: str) -> None:
    assert not wants_newest(folded(text))


@pytest.mark.parametrize("text", ["when did I go?", "what time is it", "چه روزی", "什么时候"])
def test_questions_for_a_time_are_known(text: str) -> None:
    assert asks_when(folded(text))


@pytest.mark.parametrize("text", ["we met last week", "on Monday", "دیروز رفتم", "昨天", "in 2021"])
def test_texts_that_tell_a_time_are_known(text: str) -> None:
    assert says_when(folded(text))


@given(
    st.text(alphabet="0123456789-/年月日 mayاردیبهشت五十", max_size=40), st.dates(date(1950, 1, 1))
)
def test_no_text_raises_and_every_day_is_one(text: str, at: date) -> None:
    for day in [*dates_in(folded(text), at), *days_meant(folded(text), at)]:
        assert 1 <= day.month <= 12
        assert 0 <= day.day <= 31
