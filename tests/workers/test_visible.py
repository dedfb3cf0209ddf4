from __future__ import annotations

import pytest

from workers.visible import blank


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\u200b", "\u2800\n\ufeff", "\u3164", "\u2066\u2069"]
)
def test_spaces_signs_and_blank_letters_are_nothing_to_see(text: str) -> None:
    assert blank(text)


@pytest.mark.parametrize("text", [".", " \n0", "\u200bس", "😀", "``", "我"])
def test_letters_digits_and_marks_are_something(text: str) -> None:
    assert not blank(text)
