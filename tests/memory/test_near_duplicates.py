"""Which texts read alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.near_duplicates import similarity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Remind me to water the plants", "remind me to water the plants!"),
        ("کتاب را فردا بیاور", "كتاب را فردا بياور."),
        ("明天提醒我浇花", "明天提醒我浇花。"),
    ],
)
def test_the_same_words_written_otherwise_are_the_same(one: str, other: str) -> None:
    assert similarity(one, other) == pytest.approx(1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Remind me to water the plants", "Remind me to call my mother"),
        ("کتاب را فردا بیاور", "کتاب خوب بود"),
        ("明天提醒我浇花", "明天的天气好吗"),
    ],
)
def test_a_few_words_in_common_are_no_duplicate(one: str, other: str) -> None:
    assert 0 < similarity(one, other) < 0.7


@pytest.mark.parametrize(("one", "other"), [("", ""), ("", "word"), ("😀", "😀"), ("red", "blue")])
def test_without_common_words_nothing_is_alike(one: str, other: str) -> None:
    assert similarity(one, other) == 0


@given(st.text(alphabet="ab c我م", max_size=12), st.text(alphabet="ab c我م", max_size=12))
def test_likeness_is_mutual_and_from_none_to_all(one: str, other: str) -> None:
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, other) == pytest.approx(similarity(other, one))
