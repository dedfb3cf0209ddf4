"""Search keys: what reads the same is the same, in every script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.words import folded, terms, units


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("زندگي", "زندگی"),
        ("كتاب", "کتاب"),
        ("آب أحمد إيران ٱلله", "اب احمد ایران الله"),
        ("مسؤول", "مسوول"),
        ("۱۲۳۴ ١٢٣٤ १२३४ １２３４", "1234 1234 1234 1234"),
        ("می‌خورم", "می خورم"),
        ("مُحَمَّد", "محمد"),
        ("کتـــاب", "کتاب"),
        ("۱۲٬۵۰۰ 12,500 12500", "12500 12500 12500"),
        ("Ünïcödé ÉCOLE", "unicode ecole"),
        ("STRASSE straße", "strasse strasse"),
        ("ﬁne ｆｕｌｌ", "fine full"),
        ("co\u00adop\u200bera\ufeffte", "cooperate"),
    ],
)
def test_what_reads_the_same_is_folded_to_the_same(written: str, same: str) -> None:
    assert folded(written) == folded(same) == same


@pytest.mark.parametrize("text", ["がぎぐ パピプ", "กำลัง ที่นี่", "हिन्दी में", "한국어"])
def test_marks_that_are_part_of_a_letter_stay(text: str) -> None:
    import unicodedata

    assert folded(text) == unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", text))


@given(st.text(max_size=60))
def test_folding_twice_is_folding_once_for_search(text: str) -> None:
    assert units(" ".join(units(text))) == units(text)


def test_scripts_without_spaces_come_one_character_at_a_time() -> None:
    assert units("我的订单号是HX-48213") == [*"我的订单号是", "hx", "48213"]
    assert terms("订单号") == ["订", "单", "号", "订 单", "单 号", "订 单 号"]


def test_words_come_alone_and_with_their_neighbour() -> None:
    assert terms("My order, number") == ["my", "order", "number", "my order", "order number"]


@pytest.mark.parametrize("text", ["", " \n", "😀🎉", "…!?"])
def test_text_without_words_has_no_keys(text: str) -> None:
    assert terms(text) == []
