"""A chat's own topics, one each or in shares: the question's own is recalled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory import clustering, grouping
from memory.conversation import Exchange, pair
from memory.grouping import Choice
from memory.kind import BadParams
from memory.kinds.clusters import Clusters
from memory.kinds.window import Window
from memory.presets import COURSE
from memory.reduction import Reduction
from tests.memory.chats import chat, numbers, question, room, talk
from tests.memory.purposes import GOODBYE, KITCHEN, MARATHON, Asked, found_by, in_turns, numbers_of

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
        {"choice": "fuzzy"},
        {"reduce": "lda"},
        {"components": 0},
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(BadParams, match=next(iter(wrong))):
        Clusters.from_params(wrong)


SOFT = Clusters(k=6, clusters=3, choice="soft")
VARIANTS = [
    Clusters(k=6),
    Clusters(k=6, reduction=Reduction("pca")),
    Clusters(k=6, reduction=Reduction("svd")),
    Clusters(k=6, choice="soft"),
    Clusters(k=6, choice="soft", reduction=Reduction("pca")),
]
VARIANT_NAMES = ["hard", "hard pca", "hard svd", "soft", "soft pca"]
PLANS = {
    "en": "What did we say about the kitchen?",
    "fa": "درباره آشپزخانه چه گفتیم؟",
    "zh": "厨房我们说了什么？",
}


@pytest.mark.parametrize("language", PLANS)
@pytest.mark.parametrize("kind", VARIANTS, ids=VARIANT_NAMES)
def test_a_whole_subject_comes_back_that_the_window_has_lost(kind: Clusters, language: str) -> None:
    exchanges = in_turns(KITCHEN[language], MARATHON[language], after=GOODBYE[language])
    asked = Asked(PLANS[language], numbers_of(0, 2, 6))

    assert found_by(Window(6), exchanges, asked) == 1 / 6
    assert found_by(kind, exchanges, asked) >= 3 / 6


def test_in_the_soft_choice_an_exchange_of_two_subjects_is_of_both() -> None:
    both = "Running shoes dry beside the kitchen stove | Not in a kitchen, shoes smell."
    exchanges = in_turns(KITCHEN["en"], MARATHON["en"], after=(*GOODBYE["en"], both))
    questions = [question(q) for q in ("the sink in the kitchen", "which shoes for training")]

    def members(kind: Clusters) -> list[bool]:
        rank = kind.ranking(exchanges, {})
        return [16 in {pick.exchange.number for pick in rank(asked)} for asked in questions]

    assert members(Clusters(k=6, clusters=2)).count(True) == 1
    assert members(Clusters(k=6, clusters=2, choice="soft")) == [True, True]


def test_soft_scores_fall_and_lie_between_none_and_all() -> None:
    exchanges = in_turns(KITCHEN["zh"], MARATHON["zh"], after=GOODBYE["zh"])
    picks = SOFT.ranking(exchanges, {})(question("厨房的水槽"))
    scores = [pick.score or 0 for pick in picks]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def long_chat(length: int) -> tuple[Exchange, ...]:
    """The two subjects over and over, each time with a number of its own."""
    texts = [text for both in zip(KITCHEN["en"], MARATHON["en"], strict=True) for text in both]
    return tuple(pair(n, f"{texts[n % 12]} {n}", "noted") for n in range(1, length + 1))


def test_a_growing_chat_is_not_fitted_anew_for_each_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fitted: list[int] = []
    real = clustering.hard_groups

    def counting(rows: Any, count: int, **setting: int) -> Any:
        fitted.append(rows.shape[0])
        return real(rows, count, **setting)

    monkeypatch.setattr(grouping, "hard_groups", counting)
    whole = long_chat(120)
    for length in range(100, 121):
        Clusters(k=3, random_state=7).recall(whole[:length], {}, question("the sink"), room())
    assert sorted(set(fitted)) == sorted(fitted)
    assert len(fitted) <= 2


@pytest.mark.parametrize("choice", ["hard", "soft"])
def test_what_was_placed_before_or_just_now_gives_the_same(choice: Choice) -> None:
    kind, whole, asked = Clusters(k=9, choice=choice), long_chat(61), question("a kitchen stove")
    for length in range(50, 62):
        warm = kind.recall(whole[:length], {}, asked, room())
        grouping._maps.cache_clear()
        assert kind.recall(whole[:length], {}, asked, room()) == warm


@pytest.mark.parametrize("kind", VARIANTS, ids=VARIANT_NAMES)
@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(["red car", "car red", "tea", "Tea!", "", "我"]), max_size=12))
def test_no_variant_ever_warns_or_raises(kind: Clusters, texts: list[str]) -> None:
    shown = kind.recall(talk(*texts, reply=""), {}, question("red tea"), room())
    assert len(numbers(shown)) == len(set(numbers(shown)))
    assert bool(shown.picks) == bool(texts)


def test_the_new_numbers_are_read_from_parameters() -> None:
    given_ = {"k": 2, "choice": "soft", "reduce": "pca", "components": 4}
    assert Clusters.from_params(given_) == Clusters(2, choice="soft", reduction=Reduction("pca", 4))
