"""Topics with names, learnt from a few labelled exchanges: the question's own is recalled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory import labelling
from memory.conversation import Exchange, pair
from memory.kind import BadParams, MemoryOptions
from memory.kinds import topics
from memory.kinds.topics import Topics
from memory.kinds.window import Window
from memory.reduction import Reduction
from tests.memory.chats import chat, numbers, question, room, talk
from tests.memory.purposes import GOODBYE, KITCHEN, MARATHON, Asked, found_by, in_turns, numbers_of

LABELLED = {1: "kitchen", 2: "marathon", 3: "kitchen", 4: "marathon", 5: "kitchen", 6: "marathon"}
VARIANTS = [Topics(6), *(Topics(6, reduction=Reduction(m)) for m in ("pca", "svd", "lda"))]
VARIANT_NAMES = ["all words", "pca", "svd", "lda"]
SINKS = {"en": "sinks and cabinets", "fa": "سینک و کابینت", "zh": "水槽和橱柜"}


def two_subjects(language: str, labels: dict[int, str] = LABELLED) -> tuple[Exchange, ...]:
    """Kitchen 1, 3, … 11, marathon 2, 4, … 12, then three exchanges about nothing; the first
    ones are labelled in the chat."""
    exchanges = in_turns(KITCHEN[language], MARATHON[language], after=GOODBYE[language])
    return tuple(
        replace(each, more={"topic": labels[each.number]}) if each.number in labels else each
        for each in exchanges
    )


@pytest.mark.parametrize("language", SINKS)
@pytest.mark.parametrize("kind", VARIANTS, ids=VARIANT_NAMES)
def test_a_named_subject_comes_back_that_the_window_has_lost(kind: Topics, language: str) -> None:
    exchanges, asked = two_subjects(language), Asked(SINKS[language], numbers_of(0, 2, 6))

    assert found_by(Window(6), exchanges, asked) == 1 / 6
    assert found_by(kind, exchanges, asked) >= 5 / 6


def test_what_shares_no_word_with_the_question_comes_by_its_topic() -> None:
    shown = Topics(20).recall(two_subjects("en"), {}, question("which sink?"), room())
    assert 5 in numbers(shown)  # the cabinets cost too much
    assert {pick.why for pick in shown.picks} == {"topic: kitchen"}
    scores = [pick.score or 0 for pick in shown.picks]
    assert scores == sorted(scores, reverse=True)


def test_labels_may_be_given_from_outside_and_win() -> None:
    exchanges = two_subjects("en")
    given_ = {str(n): "running" if n % 2 == 0 else "home" for n in range(1, 7)}
    shown = Topics.from_params({"k": 3, "labels": given_}).recall(
        exchanges, {}, question("the sink in the kitchen"), room()
    )
    assert {pick.why for pick in shown.picks} == {"topic: home"}


def test_an_exchange_stays_in_the_topic_that_its_user_gave_it() -> None:
    exchanges = two_subjects("en", {**LABELLED, 11: "marathon"})  # about the stove
    shown = Topics(20).recall(exchanges, {}, question("marathon running"), room())
    assert 11 in numbers(shown)


def test_many_labels_are_learnt_in_steps_and_a_new_topic_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taught: list[int] = []
    real = labelling.labeller

    def counting(rows: Any, labels: Sequence[str]) -> Any:
        taught.append(len(labels))
        return real(rows, labels)

    monkeypatch.setattr(topics, "labeller", counting)
    names = ["red", "blue"] * 30
    exchanges = talk(*(f"#{name} {name} thing {n}" for n, name in enumerate(names)))
    for length in range(50, 61):
        shown = Topics(99).recall(exchanges[:length], {}, question("#blue"), room())
        assert set(numbers(shown)) == set(range(2, length + 1, 2))
    assert len(taught) <= 2
    new = (*exchanges, pair(61, "#green apples are sour", "noted"))
    assert numbers(Topics(99).recall(new, {}, question("sour apples"), room())) == [61]


def test_without_labels_the_chats_own_clusters_are_the_topics() -> None:
    exchanges, asked = two_subjects("en", {}), Asked("kitchen sink", numbers_of(0, 2, 6))
    assert found_by(Topics(6), exchanges, asked) >= 4 / 6
    one = Topics(6).recall(two_subjects("en", {1: "kitchen"}), {}, question("sink"), room())
    assert numbers(one) == numbers(Topics(6).recall(exchanges, {}, question("sink"), room()))


HASHTAGS = {
    "en": ("#kitchen", "#run", "what about #run?"),
    "fa": ("#آشپزخانه", "#دو", "از #دو چه مانده؟"),
    "zh": ("#厨房", "#运动", "#运动 还有什么？"),
}


@pytest.mark.parametrize("language", HASHTAGS)
def test_hashtags_in_the_talk_teach_topics_and_name_them_in_a_question(language: str) -> None:
    *tags, asked = HASHTAGS[language]
    texts = [
        [f"{tag} {text}" if n < 3 else text for n, text in enumerate(subject[language])]
        for tag, subject in zip(tags, (KITCHEN, MARATHON), strict=True)
    ]
    exchanges = in_turns(*texts, after=GOODBYE[language])
    assert found_by(Topics(6), exchanges, Asked(asked, numbers_of(1, 2, 6))) >= 5 / 6


@pytest.mark.parametrize("asked", ["why?", "", "说说"])
def test_a_question_of_no_subject_has_that_of_the_one_before(asked: str) -> None:
    exchanges, wanted = two_subjects("en"), numbers_of(0, 2, 6)
    assert found_by(Topics(6), exchanges, Asked(asked, wanted, "is the sink steel?")) == 1


def test_a_question_of_unknown_words_recalls_the_newest() -> None:
    shown = Topics(3).recall(two_subjects("en"), {}, question("совсем другое"), room())
    assert numbers(shown) == [15, 14, 13]


@pytest.mark.parametrize("labels", [{}, {1: "a"}, dict.fromkeys(range(1, 9), "a")])
def test_too_little_to_tell_apart_recalls_the_newest(labels: dict[int, str]) -> None:
    exchanges = tuple(
        replace(each, more={"topic": labels.get(each.number)}) for each in talk(*["same"] * 8)
    )
    assert numbers(Topics(2).recall(exchanges, {}, question("same"), room())) == [8, 7]


@pytest.mark.parametrize("kind", VARIANTS, ids=VARIANT_NAMES)
@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["red", "blue", "", "😀", "我"]), st.sampled_from(["a", "b", ""])
        ),
        max_size=8,
    )
)
def test_no_labels_and_texts_ever_warn_or_raise(kind: Topics, said: list[tuple[str, str]]) -> None:
    texts: Sequence[Exchange] = talk(*(text for text, _ in said), reply="")
    exchanges = tuple(
        replace(each, more={"topic": label}) for each, (_, label) in zip(texts, said, strict=True)
    )
    shown = kind.recall(exchanges, {}, question("red"), room())
    assert bool(shown.picks) == bool(said)


def test_options_and_parameters_set_the_numbers() -> None:
    assert Topics.from_options(MemoryOptions(recalled=7)) == Topics(7)
    read = Topics.from_params({"k": 2, "labels": {"3": "x", "1": "y"}, "reduce": "lda"})
    assert read == Topics(2, ((1, "y"), (3, "x")), Reduction("lda"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"k": -1},
        {"k": None},
        {"labels": ["a"]},
        {"labels": {"first": "a"}},
        {"labels": {"1": 2}},
        {"reduce": "tsne"},
        {"components": 0},
        {"topics": 3},
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadParams, match=next(iter(wrong))):
        Topics.from_params(wrong)


def test_k_may_be_larger_than_the_chat() -> None:
    assert len(Topics(99).recall(chat(4), {}, question(), room()).picks) <= 4
