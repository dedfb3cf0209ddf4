"""Buffer and window: the newest exchanges, whole, as many as fit."""

from __future__ import annotations

import pytest

from memory.conversation import pair
from memory.kind import BadParams, MemoryOptions
from memory.kinds.buffer import Buffer
from memory.kinds.window import Window
from tests.memory.chats import chat, numbers, question, room


def test_the_window_shows_its_newest_pairs_oldest_first() -> None:
    shown = Window(3).recall(chat(6), {}, question(), room(10_000))
    assert numbers(shown) == [4, 5, 6]


def test_a_window_of_none_shows_none() -> None:
    assert numbers(Window(0).recall(chat(6), {}, question(), room(10_000))) == []


def test_a_window_wider_than_the_chat_shows_the_chat() -> None:
    assert numbers(Window(9).recall(chat(2), {}, question(), room(10_000))) == [1, 2]


def test_the_window_keeps_an_unbroken_suffix_within_the_budget() -> None:
    talk = (pair(1, "a", "b"), pair(2, "c" * 50, "d"), pair(3, "e", "f"), pair(4, "g", "h"))
    assert numbers(Window(4).recall(talk, {}, question(), room(10))) == [3, 4]


def test_equality_with_the_budget_is_allowed_and_one_less_is_not() -> None:
    talk = (pair(1, "aa", "bb"), pair(2, "cc", "dd"))
    assert numbers(Window(2).recall(talk, {}, question(), room(8))) == [1, 2]
    assert numbers(Window(2).recall(talk, {}, question(), room(7))) == [2]


def test_the_buffer_shows_all_that_fits() -> None:
    assert numbers(Buffer().recall(chat(6), {}, question(), room(10_000))) == [1, 2, 3, 4, 5, 6]
    cost = room(1).cost(chat(6)[-1])
    assert numbers(Buffer().recall(chat(6), {}, question(), room(2 * cost))) == [5, 6]


def test_options_set_the_window() -> None:
    assert Window.from_options(MemoryOptions(window_pairs=7)) == Window(7)


def test_both_rank_newest_first() -> None:
    for kind in (Buffer(), Window(2)):
        ranked = kind.ranking(chat(4), {})(question())
        assert [pick.exchange.number for pick in ranked] == [4, 3, 2, 1]


@pytest.mark.parametrize("wrong", [{"k": -1}, {"k": True}, {"k": "3"}, {"k": 1.5}, {"size": 3}])
def test_wrong_parameters_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(BadParams, match=next(iter(wrong))):
        Window.from_params(wrong)
