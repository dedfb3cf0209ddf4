"""Comparing kinds on one conversation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory.compare import BadComparison, read_comparison
from memory.kinds import kind_names

CASE_FILE = Path(__file__).parents[1] / "cases" / "recall_comparison.json"
CASE: dict[str, Any] = json.loads(CASE_FILE.read_text(encoding="utf-8"))
BARE = {"exchanges": CASE["exchanges"], "question": CASE["question"]}


def numbers(stored: Any) -> dict[str, list[int]]:
    return {each.kind: each.numbers for each in read_comparison(stored).run()}


def test_the_published_case_comes_out() -> None:
    expected = {name: each["exchanges"] for name, each in CASE["expected"].items()}
    assert numbers(CASE) == expected


def test_the_course_preset_recalls_as_published() -> None:
    expected = {name: each["exchanges"] for name, each in CASE["expected"].items()}
    assert numbers({**BARE, "preset": "course"}) == expected


def test_parameters_may_stand_by_themselves_and_win_over_the_preset() -> None:
    found = numbers({**BARE, "preset": "course", "params": {"window": {"k": 1}}})
    assert found["window"] == [6]
    assert found["nearest"] == [1, 6, 2]


def test_a_file_that_names_no_kind_compares_every_kind_by_the_products_defaults() -> None:
    found = numbers(BARE)
    assert list(found)[:3] == ["window", "nearest", "clusters"]
    assert set(found) == set(kind_names())
    assert found["window"] == [2, 3, 4, 5, 6]
    assert found["nearest"][0] == 1


def test_other_kinds_join_when_they_are_named() -> None:
    found = numbers({**BARE, "params": {"buffer": {}}})
    assert found["buffer"] == [1, 2, 3, 4, 5, 6]


def test_kinds_that_show_a_text_are_compared_too() -> None:
    stored = {"exchanges": [["My name is Sara, my order is AB-12", "ok"]], "question": "?"}
    texts = {each.kind: each.text for each in read_comparison(stored).run()}
    assert "AB-12" in texts["facts"]
    assert "name: Sara" in texts["profile"]
    assert texts["window"] == ""


def test_every_kind_can_be_asked_for_beside_those_that_are_named() -> None:
    found = {each.kind for each in read_comparison(CASE, every_kind=True).run()}
    assert found == set(kind_names())
    assert set(numbers(CASE)) == {"window", "nearest", "clusters"}


def test_no_exchanges_recall_nothing() -> None:
    assert set(map(len, numbers({"exchanges": [], "question": "?"}).values())) == {0}


@pytest.mark.parametrize(
    ("stored", "wrong"),
    [
        ([], "object"),
        ({}, "question"),
        ({"question": 1, "exchanges": []}, "question"),
        ({"question": "?"}, "exchanges"),
        ({"question": "?", "exchanges": {}}, "exchanges"),
        ({"question": "?", "exchanges": [["a"]]}, "number 1"),
        ({"question": "?", "exchanges": [["a", "b"], ["a", 2]]}, "number 2"),
        ({"question": "?", "exchanges": ["ab"]}, "number 1"),
        ({**BARE, "preset": "other"}, "preset"),
        ({**BARE, "preset": 1}, "preset"),
        ({**BARE, "params": []}, "params"),
        ({**BARE, "params": {"window": 3}}, "window"),
        ({**BARE, "expected": {"window": []}}, "window"),
        ({**BARE, "expected": {"window": {"params": 3}}}, "params"),
        ({**BARE, "params": {"window": {"k": "three"}}}, "window: k"),
        ({**BARE, "params": {"nearest": {"q": 1}}}, "nearest: q"),
        ({**BARE, "params": {"clusters": {"n_clusters": 0}}}, "clusters: n_clusters"),
        ({**BARE, "params": {"no_such": {}}}, "no_such"),
    ],
)
def test_what_cannot_be_compared_is_said_in_a_sentence(stored: Any, wrong: str) -> None:
    with pytest.raises(BadComparison, match=wrong) as refused:
        read_comparison(stored).run()
    assert str(refused.value).endswith(".")
