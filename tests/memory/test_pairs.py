"""The window of whole pairs, against its published case and an independent oracle."""

from __future__ import annotations

import copy
import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.pairs import BadPair, ForeignConversation, PairTooLarge, PairWindow, suffix_length

CASE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "cases" / "whole_pair_window.json").read_text(encoding="utf-8")
)
ORACLE = CASE["oracle"]
CHAT = "123"


def case_window() -> PairWindow:
    caps = CASE["caps"]
    return PairWindow(
        CHAT, max_pairs=caps["max_pairs"], budget=caps["budget_codepoints"], policy=CASE["policy"]
    )


def said(user: Any, assistant: Any) -> dict[str, Any]:
    return {"user": user, "assistant": assistant}


def checked(window: PairWindow, then: dict[str, Any]) -> None:
    shown = window.export(CHAT)
    assert [[each["user"], each["assistant"]] for each in shown["pairs"]] == then["pairs"]
    assert shown["history_codepoints"] == then["history_codepoints"]
    assert shown["dropped_pairs"] == then["dropped_pairs"]


def test_every_step_of_the_published_case_holds() -> None:
    window = case_window()
    for step in CASE["steps"]:
        pair = said(*step["append"])
        assert len(pair["user"]) + len(pair["assistant"]) == step["size"]
        if step.get("refused"):
            with pytest.raises(PairTooLarge):
                window.append(CHAT, pair)
        else:
            window.append(CHAT, pair)
        if "then" in step:
            checked(window, step["then"])


def test_code_points_are_counted_not_bytes() -> None:
    case = CASE["codepoints_not_bytes"]
    window = PairWindow(CHAT, max_pairs=1, budget=case["fits_budget"])

    window.append(CHAT, said(*case["pair"]))

    assert window.export(CHAT)["history_codepoints"] == case["codepoints"]
    assert sum(len(text.encode()) for text in case["pair"]) == case["utf8_bytes"]


def test_tokens_are_counted_by_the_counter_given() -> None:
    window = PairWindow(
        CHAT, max_pairs=9, budget=4, unit="tokens", count=lambda text: len(text.split())
    )
    window.append(CHAT, said("one two", "three"))
    window.append(CHAT, said("four", "five six"))

    shown = window.export(CHAT)
    assert (shown["pairs"], shown["history_tokens"]) == ([said("four", "five six")], 3)


NOT_PAIRS: list[Any] = [
    *CASE["refused_pairs"],
    *(said(blank, "a") for blank in ("\t\r\n", "\u00a0", "\u3000", "\u2028", "\u200b", "\ufeff")),
    *(
        said("u", blank)
        for blank in ("", "\u2060\u200d", "\u3164", "\u2800", "\x00", "\u180e\u1680")
    ),
    *(said("u", odd) for odd in (None, True, 1.5, b"a", ["a"], {"a": 1}, "a\ud800", "\udfffb")),
    *(said(odd, "a") for odd in (None, False, b"u", ("u",), "\udc00u")),
    None,
    [],
    ["u", "a"],
    ("u", "a"),
    "ua",
    {},
    {"assistant": "a"},
    {"user": "u", "assistant": "a", None: "x"},
    {"User": "u", "assistant": "a"},
]


@pytest.mark.parametrize("pair", NOT_PAIRS, ids=range(len(NOT_PAIRS)))
def test_what_is_no_pair_of_texts_is_refused_unchanged(pair: Any) -> None:
    window = case_window()
    window.append(CHAT, said("دما", "کم"))
    before = window.export(CHAT)

    with pytest.raises(BadPair):
        window.append(CHAT, pair)

    assert window.export(CHAT) == before


def test_a_joined_emoji_is_a_text_and_kept_as_written() -> None:
    window = PairWindow(CHAT, max_pairs=1, budget=20)
    window.append(CHAT, said(" 👩\u200d🚀 ", "می\u200cخورم"))
    assert window.export(CHAT)["pairs"] == [said(" 👩\u200d🚀 ", "می\u200cخورم")]


@pytest.mark.parametrize("other", ["124", "", None, 123])
def test_another_conversation_is_an_error_and_changes_nothing(other: Any) -> None:
    window = case_window()
    window.append(CHAT, said("دما", "کم"))
    before = window.export(CHAT)

    with pytest.raises(ForeignConversation):
        window.append(other, said("a", "b"))
    with pytest.raises(ForeignConversation):
        window.reset(other)
    with pytest.raises(ForeignConversation):
        window.export(other)

    assert window.export(CHAT) == before


def test_reset_keeps_the_policy_and_zeroes_the_rest() -> None:
    window = case_window()
    for step in CASE["steps"][:3]:
        window.append(CHAT, said(*step["append"]))

    window.reset(CHAT)

    shown = window.export(CHAT)
    assert (shown["policy"], shown["pairs"], shown["dropped_pairs"]) == (CASE["policy"], [], 0)
    assert shown["max_pairs"] == CASE["caps"]["max_pairs"]


def test_an_export_cannot_change_the_window() -> None:
    window = case_window()
    given = said("دما", "کم")
    window.append(CHAT, given)
    exported = window.export(CHAT)
    before = copy.deepcopy(exported)

    given["user"] = "changed"
    exported["pairs"][0]["user"] = "changed"
    exported["pairs"].append("more")

    assert window.export(CHAT) == before


def test_the_policy_is_outside_the_budget() -> None:
    window = PairWindow(CHAT, max_pairs=1, budget=2, policy="a policy longer than the budget")
    window.append(CHAT, said("u", "a"))
    assert window.export(CHAT)["history_codepoints"] == 2


@pytest.mark.parametrize("cap", [0, -1, True, False, 1.0, "2", None])
@pytest.mark.parametrize("name", ["max_pairs", "budget"])
def test_caps_are_whole_numbers_of_at_least_one(name: str, cap: Any) -> None:
    caps: dict[str, Any] = {"max_pairs": 2, "budget": 15, name: cap}
    with pytest.raises(ValueError, match=name):
        PairWindow(CHAT, **caps)


@pytest.mark.parametrize(
    "wrong",
    [
        {"conversation": ""},
        {"conversation": None},
        {"policy": None},
        {"policy": "\ud800"},
        {"unit": "bytes"},
        {"unit": "tokens"},
        {"count": len},
    ],
)
def test_a_window_that_makes_no_sense_is_not_built(wrong: dict[str, Any]) -> None:
    values: dict[str, Any] = {"conversation": CHAT, "max_pairs": 2, "budget": 15, **wrong}
    with pytest.raises(ValueError, match=next(iter(wrong)).replace("count", "unit")):
        PairWindow(values.pop("conversation"), **values)


def longest_suffix(sizes: list[int], most: int, budget: int) -> list[int]:
    """Found by looking at every suffix there is."""
    suffixes = [sizes[start:] for start in range(len(sizes) + 1)]
    return max((s for s in suffixes if len(s) <= most and sum(s) <= budget), key=len)


def test_the_kept_pairs_are_the_longest_suffix_in_all_729_steps() -> None:
    scenarios = appends = 0
    sequences = product(ORACLE["sizes"], repeat=ORACLE["steps"])
    for sizes, budget, most in product(sequences, ORACLE["budgets"], ORACLE["max_pairs"]):
        scenarios += 1
        window, accepted = PairWindow(CHAT, max_pairs=most, budget=budget), []
        for i, size in enumerate(sizes):
            appends += 1
            pair = said(str(i) * (size // 2), str(i) * (size // 2))
            if size > budget:
                with pytest.raises(PairTooLarge):
                    window.append(CHAT, pair)
            else:
                window.append(CHAT, pair)
                accepted.append((i, size))
            kept = longest_suffix([size for _, size in accepted], most, budget)
            shown = window.export(CHAT)
            numbers = [int(each["user"][0]) for each in shown["pairs"]]
            assert numbers == [i for i, _ in accepted[len(accepted) - len(kept) :]]
            assert shown["history_codepoints"] == sum(kept)
            assert shown["dropped_pairs"] == len(accepted) - len(kept)
    assert (scenarios, appends) == (ORACLE["scenarios"], ORACLE["appends"])


@given(st.lists(st.integers(0, 9)), st.integers(0, 6), st.integers(0, 30))
def test_the_rule_is_the_longest_suffix_for_any_sizes(
    sizes: list[int], most: int, budget: int
) -> None:
    kept = suffix_length(reversed(sizes), most, budget)
    assert kept == len(longest_suffix(sizes, most, budget))
