"""Fits are kept while a talk goes on, and made anew only in steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory.conversation import Exchange, pair
from memory.fits import FITTED_ALWAYS, Fits, settled
from tests.memory.chats import chat


class Fitter:
    """Fits by numbering its fits."""

    def __init__(self) -> None:
        self.fits = 0

    def __call__(self) -> int:
        self.fits += 1
        return self.fits


def test_a_small_chat_is_fitted_whole_and_a_growing_one_in_steps() -> None:
    assert [settled(n) for n in (0, 1, FITTED_ALWAYS)] == [0, 1, FITTED_ALWAYS]
    steps = {settled(n) for n in range(FITTED_ALWAYS, 10_001)}
    assert len(steps) < 30
    assert all(settled(n) <= n < settled(n) * 1.3 for n in range(FITTED_ALWAYS, 10_001))


def test_the_same_texts_are_fitted_once() -> None:
    fits, fitter = Fits[int](2), Fitter()
    again = tuple(Exchange.from_json(each.to_json()) for each in chat(5))
    assert fits.of(chat(5), "a", fitter) == fits.of(again, "a", fitter) == 1


def test_what_is_noted_beside_the_words_changes_nothing() -> None:
    fits, fitter = Fits[int](2), Fitter()
    liked = tuple(replace(each, feedback=1.0, reply_ids=(7,)) for each in chat(5))
    assert fits.of(chat(5), "a", fitter) == fits.of(liked, "a", fitter) == 1


@pytest.mark.parametrize(
    "other",
    [chat(4), chat(6), chat(5)[1:], (*chat(2), pair(3, "else", "x"), *chat(5)[3:])],
    ids=["shorter", "longer", "later", "another in the middle"],
)
def test_other_texts_are_fitted_anew(other: tuple[Exchange, ...]) -> None:
    fits, fitter = Fits[int](4), Fitter()
    assert fits.of(chat(5), "a", fitter) == 1
    assert fits.of(other, "a", fitter) == 2


def test_another_setting_is_another_fit() -> None:
    fits, fitter = Fits[int](4), Fitter()
    assert [fits.of(chat(5), setting, fitter) for setting in "aba"] == [1, 2, 1]


def test_only_the_last_ones_asked_for_are_kept() -> None:
    fits, fitter = Fits[int](2), Fitter()
    assert [fits.of(chat(3), setting, fitter) for setting in "abacab"] == [1, 2, 1, 3, 1, 4]


def test_nothing_can_be_fitted_too() -> None:
    assert Fits[int](1).of((), "a", lambda: 7) == 7
