"""What mattered is recalled, by the published weights, bounds and rules."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory.conversation import Exchange, pair
from memory.importance import faded, importance_of
from memory.kind import BadParams, MemoryOptions, Question
from memory.kinds.adaptive import Adaptive
from memory.kinds.window import Window
from memory.likeness import likeness
from tests.memory.chats import NOW, numbers, question, room
from tests.memory.purposes import Asked, found_by

CASE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases" / "adaptive_memory.json").read_text(encoding="utf-8")
)
ALWAYS_COMPRESSED = Adaptive(k=5, max_tokens=0)


def said(number: int, text: str, days_ago: float = 0, feedback: float = 0.5) -> Exchange:
    exchange = pair(number, text, "noted", at=NOW - timedelta(days=days_ago))
    return replace(exchange, feedback=feedback)


def test_the_numbers_are_the_published_ones() -> None:
    published = CASE["compress"]
    assert Adaptive.from_options(MemoryOptions()) == Adaptive(
        k=CASE["retrieval"]["top_k"],
        max_tokens=published["max_tokens"],
        drop_below=published["drop_below_importance"],
        merge_above=published["merge_similarity_above"],
    )


def test_the_score_is_seven_parts_importance_and_three_relevance() -> None:
    exchanges = (said(1, "the red car of Maria", 9), said(2, "tea", 2), said(3, "red paint", 0))
    asked = question("red car")
    for pick in Adaptive(3).recall(exchanges, {}, asked, room()).picks:
        relevance = float(likeness(exchanges, asked)[pick.exchange.number - 1])
        now = faded(importance_of(pick.exchange), pick.exchange.answered_at, NOW)
        assert pick.score == pytest.approx(0.7 * now + 0.3 * relevance)
        assert pick.why == f"importance {now:.2f}"


def test_the_same_words_of_longer_ago_come_later() -> None:
    exchanges = (said(1, "water the plants", 3), said(2, "water the plants", 1))
    assert numbers(Adaptive(2).recall(exchanges, {}, question("plants"), room())) == [2, 1]


def test_time_is_the_questions_never_the_clocks() -> None:
    exchanges = (said(1, "water the plants of Maria in the garden", 20), said(2, "hm", 0))
    asked = Question("what now?", NOW)
    later = Question("what now?", NOW + timedelta(days=20))
    shown = [Adaptive(1).recall(exchanges, {}, each, room()) for each in (asked, later)]
    assert numbers(shown[0]) == [2]
    assert shown[0].picks[0].score != shown[1].picks[0].score
    at_once = Question("what now?", NOW - timedelta(days=20))
    assert numbers(Adaptive(1).recall(exchanges, {}, at_once, room())) == [1]


def test_a_liked_answer_comes_before_one_that_was_not() -> None:
    exchanges = (
        said(1, "a pasta for tonight", feedback=1),
        said(2, "a pasta for lunch", feedback=0),
        said(3, "a pasta for guests"),
    )
    assert numbers(Adaptive(3).recall(exchanges, {}, question("pasta"), room())) == [1, 3, 2]


def test_below_the_token_bound_nothing_is_dropped_or_merged() -> None:
    exchanges = (said(1, "same words", 90), said(2, "same words", 1), said(3, "same words"))
    used = sum(map(room().cost, exchanges))
    free, tight = Adaptive(5, max_tokens=used), Adaptive(5, max_tokens=used - 1)
    assert sorted(numbers(free.recall(exchanges, {}, question("words"), room()))) == [1, 2, 3]
    assert numbers(tight.recall(exchanges, {}, question("words"), room())) == [3]


def test_what_has_faded_below_the_bound_is_not_recalled() -> None:
    bright = said(1, "the hotel in Lisbon costs 120 euros a night with breakfast", 10)
    dim = replace(bright, number=2, asked_at=NOW, answered_at=NOW - timedelta(days=40))
    assert faded(importance_of(dim), dim.answered_at, NOW) < 0.3
    assert faded(importance_of(bright), bright.answered_at, NOW) > 0.3
    shown = ALWAYS_COMPRESSED.recall((dim, bright), {}, question("hotel"), room())
    assert numbers(shown) == [1]


def test_of_near_duplicates_the_newest_words_stand_with_the_best_importance() -> None:
    exchanges = (
        said(1, "remind me to water the plants", 2, feedback=1),
        said(2, "Remind me to water the plants!", 1),
        said(3, "remind me to call my mother", 1),
    )
    shown = ALWAYS_COMPRESSED.recall(exchanges, {}, question("remind me"), room())
    assert sorted(numbers(shown)) == [2, 3]
    merged = next(pick for pick in shown.picks if pick.exchange.number == 2)
    alone = Adaptive(5).recall(exchanges, {}, question("remind me"), room())
    assert merged.score == max(pick.score or 0 for pick in alone.picks)


def test_merging_and_dropping_only_decide_what_is_recalled() -> None:
    exchanges = tuple(said(n, "the same old words", 60 - n) for n in range(1, 9))
    ALWAYS_COMPRESSED.recall(exchanges, {}, question("words"), room())
    everything = Adaptive(k=99, max_tokens=10**9)
    assert len(everything.recall(exchanges, {}, question("words"), room()).picks) == 8


def test_when_everything_has_faded_the_newest_are_recalled() -> None:
    exchanges = tuple(said(n, f"words {n}", 1000 - n) for n in range(1, 9))
    shown = Adaptive(k=3, max_tokens=0).recall(exchanges, {}, question("words"), room())
    assert numbers(shown) == [8, 7, 6]
    assert {pick.why for pick in shown.picks} == {"newest"}


PLANS = {
    "en": (
        ("Our flight TK 882 to Lisbon leaves on 5 May at 9:40 from gate B", "good morning"),
        ("Maria's allergy: no nuts, no sesame, call Doctor Weber on 030 4417", "ha ha"),
        ("The landlord Mr. Stone wants 950 euros rent before the third of June", "ok then"),
        "where were we?",
    ),
    "fa": (
        ("پرواز ۸۸۲ ما به لیسبون پنجم خرداد ساعت ۹:۴۰ از ترمینال دو می‌پرد", "صبح بخیر"),
        ("حساسیت مریم: بادام و کنجد ممنوع، شماره دکتر وبر ۰۳۰۴۴۱۷ است", "ها ها"),
        ("صاحبخانه آقای رضایی ۹۵۰ یورو اجاره را پیش از سوم تیر می‌خواهد", "باشه"),
        "کجا بودیم؟",
    ),
    "zh": (
        ("我们去里斯本的航班TK882五月五日九点四十分从B登机口起飞", "早上好"),
        ("玛丽亚过敏，不能吃坚果和芝麻，韦伯医生的电话是0304417", "哈哈"),
        ("房东石先生要求六月三日以前付九百五十欧元房租", "好吧"),
        "我们说到哪儿了？",
    ),
}


def plans_and_small_talk(language: str) -> tuple[Exchange, ...]:
    """Three plans of yesterday, among and before small talk of today: 1, 5 and 9 of 16."""
    *lines, _ = PLANS[language]
    texts = [(plan, 1.0) for plan, _ in lines], [(line, 0.0) for _, line in lines]
    rows = [[plan, small, small, small] for plan, small in zip(*texts, strict=True)]
    small = texts[1] + texts[1][:1]
    said_ = [each for row in rows for each in row] + small
    return tuple(said(n, text, days) for n, (text, days) in enumerate(said_, start=1))


@pytest.mark.parametrize("language", PLANS)
def test_what_mattered_comes_back_when_the_question_names_nothing(language: str) -> None:
    exchanges, asked = plans_and_small_talk(language), PLANS[language][-1]
    wanted = Asked(str(asked), frozenset({1, 5, 9}))
    assert found_by(Window(3), exchanges, wanted) == 0
    assert found_by(Adaptive(3), exchanges, wanted) == 1


def test_repeated_words_leave_room_for_others() -> None:
    again = [said(n, "remind me to water the plants in the garden") for n in range(3, 9)]
    exchanges = (said(1, "the gardener comes on Monday", 1), said(2, "the gate squeaks", 1), *again)
    asked = Asked("what about the garden?", frozenset({1, 2, 8}))
    assert found_by(Window(3), exchanges, asked) == 1 / 3
    assert found_by(Adaptive(3, max_tokens=100), exchanges, asked) == 1


def test_parameters_set_the_numbers() -> None:
    given_ = {"k": 2, "max_tokens": 10, "drop_below": 0, "merge_above": 0.9}
    assert Adaptive.from_params(given_) == Adaptive(2, 10, 0.0, 0.9)


@pytest.mark.parametrize(
    "wrong",
    [
        {"k": -1},
        {"max_tokens": -1},
        {"max_tokens": 1.5},
        {"drop_below": 1.1},
        {"drop_below": "0.3"},
        {"merge_above": True},
        {"decay": 0.9},
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadParams, match=next(iter(wrong))):
        Adaptive.from_params(wrong)


def test_what_was_measured_is_not_measured_again_and_weighs_the_same() -> None:
    kind, exchanges = Adaptive(5), tuple(said(n, f"Sara's tea number {n}", n) for n in range(1, 9))
    state = kind.absorb_all({}, exchanges)
    asked = question("tea of Sara")
    shown = kind.recall(exchanges, state, asked, room())
    assert shown == kind.recall(exchanges, {}, asked, room())

    dull = {**state, "measured": [[number, 0.0, 0.0] for number, *_ in state["measured"]]}
    (first, *_), (duller, *_) = shown.picks, kind.recall(exchanges, dull, asked, room()).picks
    assert (first.score or 0) > (duller.score or 0)
