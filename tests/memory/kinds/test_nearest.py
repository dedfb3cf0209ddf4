"""KNN over TF-IDF vectors, in every script."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory.conversation import pair
from memory.kind import BadParams
from memory.kinds.nearest import Nearest
from memory.presets import COURSE
from tests.memory.chats import NOW, chat, numbers, question, room, talk

CASE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "cases" / "recall_comparison.json").read_text(encoding="utf-8")
)


def test_the_published_comparison_comes_out_exactly() -> None:
    exchanges = tuple(pair(n, u, a) for n, (u, a) in enumerate(CASE["exchanges"], start=1))
    expected = CASE["expected"]["nearest"]

    kind = Nearest.from_params(expected["params"])
    shown = kind.recall(exchanges, {}, question(CASE["question"]), room())

    assert numbers(shown) == expected["exchanges"]
    assert [round(pick.score or 0, 4) for pick in shown.picks] == expected["similarity"]
    assert kind == Nearest.from_params(COURSE["nearest"])


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("زندگی در تهران", "از زندگي در طهران و تهران بگو"),
        ("کد ۱۲۳۴ چه بود؟", "کد من 1234 است"),
        ("what about 1234?", "کد من ۱۲۳۴ است"),
        ("我的猫叫什么名字？", "我家的猫叫小白，三岁了"),
        ("خانه‌ها کجا بودند", "خانه ها را دیدم"),
        ("wo ist die STRASSE", "die Straße ist lang"),
        ("資料を送りましたか", "昨日メールで資料を送りました"),
        ("서울에 언제 가요?", "다음 주에 서울에 갑니다"),
    ],
)
def test_the_exchange_that_fits_is_found_in_every_script(asked: str, meant: str) -> None:
    exchanges = talk(
        "hello there", "今天天气很好", "هوا خوب است", meant, "lunch was nice", "다른 말"
    )
    shown = Nearest(1).recall(exchanges, {}, question(asked), room())
    assert numbers(shown) == [4]


def test_what_the_assistant_said_is_found_too() -> None:
    exchanges = (*chat(5), pair(6, "and the wifi?", "The password is plum-tree"), *chat(0))
    shown = Nearest(1).recall(exchanges, {}, question("which password"), room())
    assert numbers(shown) == [6]


def test_without_any_likeness_the_newest_are_recalled() -> None:
    shown = Nearest(2).recall(chat(5), {}, question("совсем другое"), room())
    assert numbers(shown) == [5, 4]
    assert [(pick.score, pick.why) for pick in shown.picks] == [(None, "newest")] * 2


def test_nothing_unlike_is_recalled_beside_what_is_like() -> None:
    texts = ("red car", "blue sky", "green tea")
    on_other_days = tuple(
        pair(n, text, "noted", at=NOW + timedelta(days=n)) for n, text in enumerate(texts, start=1)
    )
    shown = Nearest(3).recall(on_other_days, {}, question("car"), room())
    assert numbers(shown) == [1]


def test_of_equals_the_newest_come_first_and_in_the_course_the_oldest() -> None:
    exchanges = talk("red apple", "green pear", "red apple", "red apple")
    asked = question("red apple")
    course = Nearest.from_params(COURSE["nearest"])
    assert numbers(Nearest(3).recall(exchanges, {}, asked, room())) == [4, 3, 1]
    assert numbers(course.recall(exchanges, {}, asked, room())) == [1, 3, 4]


def test_the_course_always_gives_k_where_something_is_alike() -> None:
    course = Nearest.from_params(COURSE["nearest"])
    shown = course.recall(talk("red apple", "sky", "tea"), {}, question("apple"), room())
    assert numbers(shown) == [1, 2, 3]


def test_the_best_that_fit_the_budget_are_recalled_whole() -> None:
    exchanges = talk("order " * 20, "my order is late", "order")
    shown = Nearest(3).recall(exchanges, {}, question("my order"), room(40))
    assert sorted(numbers(shown)) == [2, 3]


@pytest.mark.parametrize("texts", [(), ("",), ("the of and",), ("😀", "🎉🎉"), ("a",), ("7", "x")])
@pytest.mark.parametrize("asked", ["", "😀", "the", "a", "7", "\ud800"])
@pytest.mark.parametrize("params", [{}, COURSE["nearest"]], ids=["product", "course"])
def test_poor_texts_never_raise(
    texts: tuple[str, ...], asked: str, params: dict[str, object]
) -> None:
    kind = Nearest.from_params(params)
    shown = kind.recall(talk(*texts, reply=""), {}, question(asked), room())
    assert bool(shown.picks) == bool(texts)


@pytest.mark.parametrize(
    "wrong",
    [
        {"k": -1},
        {"k": None},
        {"max_features": 0},
        {"stop_words": "german"},
        {"ngram_range": [2, 1]},
        {"ngram_range": "12"},
        {"ngram_range": [1.0, 2]},
        {"metric": "euclid"},
        {"vectorizer": "bm25"},
        {"neighbours": 3},
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(BadParams, match=next(iter(wrong))):
        Nearest.from_params(wrong)
