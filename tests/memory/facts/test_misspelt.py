"""Units and currencies with a slip of the pen, after a number."""

from __future__ import annotations

import pytest

from memory.facts.misspelt import meant_by
from memory.facts.slips import slips_of
from tests.memory.facts.marked import found


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("puonds", "money"),
        ("dolars", "money"),
        ("minuttes", "unit"),
        ("کیلیویی", "unit"),
        ("mg/kg", "unit"),
        ("horses", None),
        ("kms", None),
        ("mg/", None),
    ],
)
def test_one_wrong_letter_is_forgiven(word: str, meaning: str | None) -> None:
    assert meant_by(word) == meaning


def test_it_is_kept_as_it_was_written() -> None:
    assert found("It cost 12.40 puonds for 45 minuttes.") == ["12.40 puonds", "45 minuttes"]


def test_a_day_with_a_letter_swapped_is_a_day() -> None:
    assert found("See you on Wendesday, not Tuseday.") == ["Wendesday", "Tuseday"]


def test_short_words_have_no_slips() -> None:
    assert list(slips_of("Monday"))
    assert not list(slips_of("May"))
