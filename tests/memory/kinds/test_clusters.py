"""K-Means topics: the question's own one is recalled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import pair
from memory.kind import BadParams
from memory.kinds.clusters import Clusters
from memory.presets import COURSE
from tests.memory.chats import chat, numbers, question, room, talk

CASE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases" / "recall_comparison.json").read_text(encoding="utf-8")
)
COURSE_CLUSTERS = Clusters.from_params(COURSE["clusters"])
CAR_AND_TEA = (
    "my car is red",
    "the tea was hot",
    "a car wash for my car",
    "green tea or black tea",
    "the car needs oil",
    "tea with milk",
    "what about the weather",
    "weather is fine",
)


def test_the_published_comparison_comes_out_exactly() -> None:
    exchanges = tuple(pair(n, u, a) for n, (u, a) in enumerate(CASE["exchanges"], start=1))

    shown = COURSE_CLUSTERS.recall(exchanges, {}, question(CASE["question"]), room())

    assert numbers(shown) == CASE["expected"]["clusters"]["exchanges"]
    assert {pick.why for pick in shown.picks} == {"cluster 1"}


def test_members_of_the_questions_topic_come_by_likeness() -> None:
    kind = Clusters(k=2, clusters=3)
    shown = kind.recall(talk(*CAR_AND_TEA, reply=""), {}, question("my car"), room())
    assert numbers(shown)[0] in (1, 3)
    assert len(shown.picks) == 2
    scores = [pick.score or 0 for pick in shown.picks]
    assert scores == sorted(scores, reverse=True)


def test_in_the_logs_order_the_newest_k_of_the_topic_are_kept() -> None:
    whole = Clusters(k=None, clusters=3, order="log")
    two = Clusters(k=2, clusters=3, order="log")
    exchanges, asked = talk(*CAR_AND_TEA, reply=""), question("my car")
    members = numbers(whole.recall(exchanges, {}, asked, room()))
    assert len(members) > 2
    assert numbers(two.recall(exchanges, {}, asked, room())) == members[-2:]


@pytest.mark.parametrize(
    "exchanges",
    [chat(1), chat(2), talk(*["the same words"] * 9), talk("😀", "🎉", "…", reply="")],
    ids=["one", "two", "identical", "wordless"],
)
@pytest.mark.parametrize("kind", [COURSE_CLUSTERS, Clusters(k=5, clusters=3)], ids=["course", "3"])
def test_too_little_for_topics_recalls_the_newest(kind: Clusters, exchanges: Any) -> None:
    shown = kind.recall(exchanges, {}, question("question same words"), room())
    newest = [exchange.number for exchange in reversed(exchanges)]
    assert numbers(shown) == newest[: kind.k]


def test_a_question_of_unknown_words_recalls_the_newest() -> None:
    shown = Clusters(k=3, clusters=2).recall(chat(9), {}, question("совсем другое"), room())
    assert numbers(shown) == [9, 8, 7]


def test_no_chat_recalls_nothing() -> None:
    assert numbers(COURSE_CLUSTERS.recall((), {}, question(), room())) == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["red car", "car red", "tea", "Tea!", "", "x y z"]), max_size=12))
def test_repetitive_chats_never_warn_or_raise(texts: list[str]) -> None:
    for kind in (COURSE_CLUSTERS, Clusters(k=3)):
        shown = kind.recall(talk(*texts, reply=""), {}, question("red tea"), room())
        assert len(numbers(shown)) == len(set(numbers(shown)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_clusters": 0},
        {"random_state": -1},
        {"n_init": 0},
        {"order": "cosine"},
        {"k": "3"},
        {"metric": "cosine"},
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(BadParams, match=next(iter(wrong))):
        Clusters.from_params(wrong)
