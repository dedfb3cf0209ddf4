"""How much an exchange matters, by the published weights, and how it fades."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import importance
from memory.conversation import pair
from memory.importance import density, faded, importance_of, specificity
from tests.memory.chats import NOW

CASE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "cases" / "adaptive_memory.json").read_text(encoding="utf-8")
)
PUBLISHED = CASE["importance"]
SHARE = st.floats(0, 1)


@pytest.mark.parametrize("name", PUBLISHED["weights"])
def test_each_weight_is_the_published_one(name: str) -> None:
    assert getattr(importance, name.upper()) == PUBLISHED["weights"][name]


@given(SHARE, SHARE, SHARE, SHARE)
def test_importance_is_the_weighted_sum(
    specific: float, feedback: float, depth: float, dense: float
) -> None:
    weights = PUBLISHED["weights"]
    wanted = (
        weights["query_specificity"] * specific
        + weights["user_feedback"] * feedback
        + weights["conversation_depth"] * depth
        + weights["entity_density"] * dense
    )
    found = importance.importance(specific, dense, feedback=feedback, depth=depth)
    assert found == pytest.approx(wanted)
    assert 0 <= found <= 1 + 1e-9


def test_where_nothing_is_known_the_published_defaults_count() -> None:
    unknown = importance.importance(0.5, 0.5)
    assert unknown == importance.importance(
        0.5,
        0.5,
        feedback=PUBLISHED["default_feedback"],
        depth=PUBLISHED["default_depth"],
    )
    assert importance_of(pair(1, "", "")) == pytest.approx(0.3 * 0.5 + 0.2)


@given(SHARE, st.floats(0, 1000))
def test_it_fades_by_the_published_factor_a_day(value: float, days: float) -> None:
    now = NOW + timedelta(days=days)
    wanted = value * CASE["decay"]["factor_per_day"] ** ((now - NOW) / timedelta(days=1))
    assert faded(value, NOW, now) == pytest.approx(wanted)


def test_what_is_of_now_or_later_has_not_faded() -> None:
    assert faded(0.8, NOW, NOW) == 0.8
    assert faded(0.8, NOW + timedelta(days=3), NOW) == 0.8


def test_what_a_person_thought_of_an_answer_counts_three_tenths() -> None:
    plain = pair(1, "which wine suits the fish?", "A dry one.")
    liked, disliked = replace(plain, feedback=1.0), replace(plain, feedback=0.0)
    assert importance_of(liked) - importance_of(plain) == pytest.approx(0.15)
    assert importance_of(plain) - importance_of(disliked) == pytest.approx(0.15)


@pytest.mark.parametrize(
    ("depth", "counted"), [(0.25, 0.25), (0, 0), (7, 1), (-1, 0), ("deep", 1), (True, 1), (None, 1)]
)
def test_a_measured_depth_counts_two_tenths_and_nonsense_as_unknown(
    depth: object, counted: float
) -> None:
    plain = pair(1, "hello", "hi")
    measured = replace(plain, more={"depth": depth})
    assert importance_of(plain) - importance_of(measured) == pytest.approx(0.2 * (1 - counted))


@pytest.mark.parametrize(
    ("vague", "specific"),
    [
        ("hi", "Move the dentist appointment of Sara to Friday at nine"),
        ("what is it?", "What does the red bicycle in the window cost?"),
        ("سلام", "قرار دندانپزشکی سارا را به جمعه ساعت نه منتقل کن"),
        ("你好", "把萨拉的牙医预约改到星期五上午九点"),
        ("", "bread"),
    ],
)
def test_what_leaves_less_open_is_more_specific(vague: str, specific: str) -> None:
    assert 0 <= specificity(vague) < specificity(specific) <= 1


@pytest.mark.parametrize(
    ("empty", "dense"),
    [
        ("it was so nice there", "We met Maria Lopez in Lisbon on 5 May"),
        ("آنجا خیلی خوب بود", "کد «آبی» ۴۴۱۷ است"),
        ("那里很好", "《红楼梦》第120回"),
    ],
)
def test_names_and_numbers_make_a_text_dense(empty: str, dense: str) -> None:
    assert density(empty) == 0
    assert 0 < density(dense) <= 1


@given(st.text(max_size=60))
def test_any_text_has_measures_from_none_to_all(text: str) -> None:
    assert 0 <= specificity(text) <= 1
    assert 0 <= density(text) <= 1
