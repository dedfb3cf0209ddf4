"""The sort of message decides which part of memory answers."""

from __future__ import annotations

import json
from statistics import fmean

import pytest

from memory.conversation import Exchange, pair
from memory.kind import BadParams, Kind, MemoryOptions, state_from
from memory.kinds.nearest import Nearest
from memory.kinds.sequence import MessageSequence
from memory.kinds.window import Window
from tests.memory.chats import chat, numbers, question, room, talk
from tests.memory.purposes import LEAPS, found_by, in_turns


def mean_found(kind: Kind, language: str) -> float:
    texts, questions = LEAPS[language]
    return fmean(found_by(kind, in_turns(texts), asked) for asked in questions)


@pytest.mark.parametrize("language", LEAPS)
def test_in_a_talk_that_leaps_each_message_gets_the_memory_it_wants(language: str) -> None:
    assert mean_found(Window(1), language) == 0.5  # those that lean on the newest
    assert mean_found(Nearest(1), language) <= 0.75  # and nearest those that do not
    assert mean_found(MessageSequence(1), language) == 1


def leaping(language: str = "en") -> tuple[Exchange, ...]:
    return in_turns(LEAPS[language][0])


def test_each_pick_says_what_was_wanted() -> None:
    kind, exchanges = MessageSequence(2), leaping()
    state = state_from(kind, exchanges)
    told = kind.recall(exchanges, state, question("What is my locker code?"), room())
    leant = kind.recall(exchanges, state, question("why?"), room())
    assert told.picks[0].why == "wanted: told"
    assert [pick.why for pick in leant.picks] == ["newest", "newest"]


def test_what_is_wanted_less_fills_the_room() -> None:
    kind, exchanges = MessageSequence(3), leaping()
    state = state_from(kind, exchanges)
    shown = kind.recall(exchanges, state, question("What is my locker code?"), room())
    assert len(shown.picks) == 3
    assert len(set(numbers(shown))) == 3


def test_the_state_knows_what_is_not_offered() -> None:
    """In a prompt the newest exchanges stand word for word, and only older ones are offered."""
    kind, small_talk = MessageSequence(1), ("hello", "thanks", "ok", "hi", "great", "thanks")
    chatting = talk("how do I cook rice?", "where is Rome?", *small_talk)
    asked, state = question("rice is tasty"), state_from(kind, chatting)
    assert numbers(kind.recall(chatting[:2], state, asked, room())) == [2]
    assert numbers(kind.recall(chatting[:2], {}, asked, room())) == [1]


def test_exchanges_after_the_state_are_read_too() -> None:
    kind, exchanges = MessageSequence(2), leaping()
    behind, whole = state_from(kind, exchanges[:4]), state_from(kind, exchanges)
    for asked in ("why?", "what is my code?", "how do I boil eggs?"):
        shown = [kind.recall(exchanges, s, question(asked), room()) for s in (behind, whole, {})]
        assert shown[0] == shown[1] == shown[2]


def test_the_state_stays_small_and_takes_each_exchange_once() -> None:
    kind = MessageSequence(2)
    state = state_from(kind, chat(500))
    assert kind.absorb(state, chat(500)[-1]) == state
    assert (state["last"], len(state["signs"])) == (500, 200)
    assert len(json.dumps(state)) < 1000


@pytest.mark.parametrize("asked", ["совсем другое?", "", "😀", "what is my zebra?", "how?"])
def test_without_any_likeness_the_newest_are_recalled(asked: str) -> None:
    kind, exchanges = MessageSequence(2), talk("red car", "blue sky", "green tea")
    state = state_from(kind, exchanges)
    assert numbers(kind.recall(exchanges, state, question(asked), room())) == [3, 2]


def test_the_best_that_fit_the_budget_are_recalled_whole() -> None:
    kind = MessageSequence(3)
    exchanges = (pair(1, "my code " * 30, "x"), pair(2, "my code is 7", "ok"))
    shown = kind.recall(exchanges, {}, question("what is my code?"), room(40))
    assert numbers(shown) == [2]


def test_options_and_parameters_set_how_many() -> None:
    assert MessageSequence.from_options(MemoryOptions(recalled=7)) == MessageSequence(7)
    assert MessageSequence.from_params({"k": 2}) == MessageSequence(2)


@pytest.mark.parametrize("wrong", [{"k": -1}, {"k": "3"}, {"states": 3}])
def test_wrong_parameters_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(BadParams, match=next(iter(wrong))):
        MessageSequence.from_params(wrong)
