"""What of a text says something, in words, whatever the script."""

from __future__ import annotations

import pytest

from memory.content_words import content_keys, content_length, content_words


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("What is the code of my locker?", ["cod", "locker"]),
        ("کد کمد من چیست؟", ["کد", "کمد"]),
        ("我的储物柜", ["储物柜"]),
        ("why?", []),
        ("", []),
        ("😀", []),
    ],
)
def test_stop_words_and_endings_are_left_out_in_every_script(text: str, says: list[str]) -> None:
    assert content_words(text) == says


@pytest.mark.parametrize(
    ("text", "length"),
    [("blue door", 2), ("در آبی", 1), ("储物柜密码", 3), ("wifi 密码", 2), ("of the", 0)],
)
def test_two_characters_of_an_unspaced_script_are_one_word(text: str, length: int) -> None:
    assert content_length(text) == length


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("The cats are sleeping", ["cat", "sleep"]),
        ("کتاب‌های سبز را", ["کتاب", "سبز"]),
        ("储物柜的密码", ["储物", "物柜", "密码"]),
        ("我的猫", ["猫"]),
        ("wifi密码", ["wifi", "密码"]),
        ("the of 的", []),
    ],
)
def test_subjects_are_compared_by_words_without_endings_and_pairs(
    text: str, keys: list[str]
) -> None:
    assert content_keys(text) == keys
