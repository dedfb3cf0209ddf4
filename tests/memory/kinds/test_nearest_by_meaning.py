"""nearest with embeddings: words and meaning together."""

from __future__ import annotations

import pytest

from memory.kind import Embedding
from memory.kinds.nearest import Nearest
from memory.log import log_of
from tests.memory.chats import numbers, question, room, talk
from tests.memory.kinds.test_vectors import asked, embedded

TALK = talk(
    "my automobile is in the garage",
    "the garden needs water",
    "call me on Monday about the garden",
    "the tea was cold",
    reply="",
)


def recalled(text: str, k: int = 2) -> list[int]:
    return numbers(Nearest(k).recall(TALK, embedded(TALK), asked(text), room()))


def test_meaning_joins_what_words_find() -> None:
    assert set(recalled("water the car in the garden", k=3)) == {1, 2, 3}


@pytest.mark.parametrize("text", ["ماشین", "汽车", "car"])
def test_where_no_word_is_shared_meaning_alone_finds(text: str) -> None:
    assert recalled(text, k=1) == [1]


def test_without_the_questions_vector_it_is_as_without_embeddings() -> None:
    for text in ("garden water", "car"):
        with_state = Nearest(2).recall(TALK, embedded(TALK), question(text), room())
        assert with_state == Nearest(2).recall(TALK, {}, question(text), room())


def test_it_says_that_it_can_compare_embeddings() -> None:
    assert isinstance(Nearest(1), Embedding)


def test_where_words_only_look_alike_meaning_decides() -> None:
    """The search finds too little in common; that it says nothing of other words is known."""
    filler = [f"روز {n} باران آمد و چای سرد شد" for n in range(240)]
    said = talk("دیروز ماشین خریدم", "musical شب", *filler, reply="")
    index, asks = log_of(said).index, asked("which automobile has museums?")
    assert index.search(asks) == []
    assert index.sees(asks)
    assert not index.knows_a_word(asks)
    assert numbers(Nearest(1).recall(said, embedded(said), asks, room())) == [1]
    assert numbers(Nearest(1).recall(said, {}, question(asks.text), room())) == []


def test_words_that_were_said_are_known_as_they_stand() -> None:
    index = log_of(TALK).index
    assert index.knows_a_word(question("is the tea cold?"))
    assert not index.knows_a_word(question("is the coffee warm?"))
    assert not index.knows_a_word(question("the and of"))
    assert not log_of(()).index.knows_a_word(question("tea"))
