"""What texts are compared by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.keys import counts, keys_asked, tokens, words_asked
from memory.search.stems import stem
from memory.words import folded


def asked(text: str) -> tuple[str, ...]:
    return keys_asked(words_asked(folded(text)))


@pytest.mark.parametrize(
    "forms",
    [
        "run running runs ran",
        "plan planned planning plans",
        "hope hoped hoping hopes",
        "try tried tries trying",
        "city cities",
        "church churches",
        "buy bought buying",
        "child children",
        "call called calls",
        "كتاب کتابها کتاب‌ها کتابهای",
        "بزرگ بزرگتر بزرگترین",
    ],
)
def test_the_forms_of_a_word_have_one_key(forms: str) -> None:
    assert len({asked(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "word", ["news", "bus", "this", "glass", "ring", "bed", "fly", "1234", "s"]
)
def test_a_short_word_keeps_what_only_looks_like_an_ending(word: str) -> None:
    assert len(stem(word)) >= min(3, len(word))


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("زندگي", "زندگی"),
        ("كتاب", "کتاب"),
        ("خانه‌ها", "خانه ها"),
        ("۱۲۳۴ ١٢٣٤ १२३४", "1234"),
        ("ＦＵＬＬ ﬁne", "full fine"),
        ("آب", "اب"),
        ("L’été", "l'ete"),
    ],
)
def test_what_reads_the_same_has_the_same_keys(written: str, same: str) -> None:
    assert asked(written) == asked(same)


@pytest.mark.parametrize("text", ["what is it?", "چه بود؟", "是什么吗", "", "😀 …", "\ud800"])
def test_a_question_of_stop_words_alone_has_no_key(text: str) -> None:
    assert asked(text) == ()


def test_unspaced_scripts_are_compared_by_pairs_between_their_stop_words() -> None:
    assert asked("我的订单号是什么") == ("单号", "订单")
    assert asked("東京タワー") == ("タワ", "ワー", "京タ", "東京")


def test_two_characters_of_an_unspaced_script_are_as_long_as_a_word() -> None:
    assert [counts(token) for token in tokens("order 订单号码")] == [1, 2]


@given(st.text(max_size=80))
def test_no_text_has_an_empty_key(text: str) -> None:
    assert all(key.strip() for key in asked(text))
