"""Exchanges by what they mean: the nearest chunk counts, and who is not embedded is not found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from memory.conversation import Exchange, pair
from memory.embedded import packed, texts_to_embed, with_packed
from memory.kind import BadParams, Embedding, Question, State
from memory.kinds.vectors import Vectors
from memory.log import Log
from tests.fakes.embedder import meaning_of
from tests.memory.chats import chat, numbers, question, room, talk

TALK = talk("the car is red", "the tea was hot", "my physician is kind", "i like the sea", reply="")


def embedded(exchanges: Sequence[Exchange]) -> State:
    kept = {e.number: packed([meaning_of(t) for t in texts_to_embed(e)]) for e in exchanges}
    return with_packed({}, "listed", kept)


def asked(text: str) -> Question:
    return replace(question(text), vector=tuple(meaning_of(text)))


def recalled(kind: Vectors, state: State, text: str) -> list[int]:
    return numbers(kind.recall(TALK, state, asked(text), room()))


@pytest.mark.parametrize("text", ["automobile", "ماشین", "汽车"])
def test_what_is_meant_is_found_in_other_words_and_languages(text: str) -> None:
    assert recalled(Vectors(1), embedded(TALK), text) == [1]


def test_the_best_come_first_with_their_cosine() -> None:
    shown = Vectors(3).recall(TALK, embedded(TALK), asked("a red automobile"), room())
    scores = [pick.score for pick in shown.picks]
    assert numbers(shown)[0] == 1
    assert scores == sorted(scores, key=lambda score: -(score or 0))
    assert {pick.why for pick in shown.picks} == {"similar"}


def test_of_equals_the_newest_is_first() -> None:
    same = talk(*["a car"] * 3)
    shown = Vectors(2).recall(same, embedded(same), asked("automobile"), room())
    assert numbers(shown) == [3, 2]


def test_a_long_exchange_counts_by_its_best_chunk() -> None:
    filler = "we walked along the river and then home again " * 60
    exchanges = (pair(1, "tea", filler + "my physician is kind"), pair(2, "a river", filler))
    assert len(texts_to_embed(exchanges[0])) > 5
    shown = Vectors(1).recall(exchanges, embedded(exchanges), asked("doctor"), room())
    assert numbers(shown) == [1]


def test_who_is_not_embedded_yet_is_not_found() -> None:
    state = embedded(TALK[:2])
    assert set(recalled(Vectors(4), state, "physician")) == {1, 2}


def test_where_nobody_embeds_the_newest_are_recalled() -> None:
    without = Vectors(2).recall(TALK, {}, asked("car"), room())
    unasked = Vectors(2).recall(TALK, embedded(TALK), question("car"), room())
    assert numbers(without) == numbers(unasked) == [4, 3]


def test_vectors_of_another_length_are_as_good_as_none() -> None:
    odd = with_packed({}, "listed", {1: packed([[0.6, 0.8, 0.1]])})
    assert recalled(Vectors(1), odd, "car") == [4]


def test_another_model_begins_anew() -> None:
    old = embedded(TALK)
    new = with_packed(old, "other", {1: packed([meaning_of("sea")])})
    assert set(new["vectors"]) == {"1"}
    assert set(old["vectors"]) == {"1", "2", "3", "4"}


def test_a_byte_a_number_is_enough() -> None:
    row = [(-1) ** n * (n % 37) / 100 for n in range(384)]
    state = with_packed({}, "m", {1: packed([row])})
    shown = Vectors(1).recall(chat(1), state, replace(question(), vector=tuple(row)), room())
    assert shown.picks[0].score == pytest.approx(1, abs=0.001)
    assert len(state["vectors"]["1"]) == 512


def test_an_exchange_that_says_nothing_has_nothing_to_embed() -> None:
    assert texts_to_embed(pair(1, " ", "\n")) == ()
    assert packed([]) == ""
    state = with_packed({}, "m", {1: ""})
    assert recalled(Vectors(1), state, "car") == [4]


def test_question_and_answer_stand_in_one_chunk() -> None:
    assert texts_to_embed(pair(1, "how  much?", "5 euros")) == ("how much?\n5 euros",)


def test_ranking_names_all_that_are_embedded() -> None:
    ranked = Vectors(1).ranking(TALK, embedded(TALK))(asked("sea"))
    assert ranked[0].exchange.number == 4
    assert len(ranked) == 4


def test_it_says_that_it_wants_embeddings() -> None:
    assert isinstance(Vectors(1), Embedding)


def test_k_is_a_parameter() -> None:
    assert Vectors.from_params({"k": 2}).k == 2
    with pytest.raises(BadParams, match="k: "):
        Vectors.from_params({"k": -1})


def test_without_any_vector_no_more_is_read_than_is_shown() -> None:
    said = chat(200)
    log = Log(range(1, 201), {each.number: each for each in said[-3:]})
    assert len(Vectors(3).recall(log, {}, question("?"), room()).picks) == 3
