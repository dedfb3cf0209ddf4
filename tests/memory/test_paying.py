"""A chat learns when a summary pays; the threshold stays the upper bound."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from memory import paying
from memory.conversation import ConversationId
from memory.kind import MemoryOptions
from memory.paying import LEAST_SAMPLES, Payoff, features_of
from memory.store import ChatMemory
from memory.tending import finish, needs_tending, plan_tending
from tests.memory.chats import talk

HERE = ConversationId("1")
SMALL, LARGE = (3.0, 0.7, 0.0, 0.2), (7.5, 2.5, 2.0, 0.2)


def taught(samples: int = 20) -> Payoff:
    payoff = Payoff()
    for at in range(samples):
        jitter = at % 3 / 10
        payoff = payoff.with_one((SMALL[0] + jitter, *SMALL[1:]), paid=False)
        payoff = payoff.with_one((LARGE[0] + jitter, *LARGE[1:]), paid=True)
    return payoff


def test_it_tells_what_paid_from_what_did_not() -> None:
    payoff = taught()
    assert payoff.probability(LARGE) > 0.9
    assert payoff.probability(SMALL) < 0.1


def test_it_decides_nothing_before_it_has_seen_enough_of_both() -> None:
    payoff = Payoff()
    for _ in range(50):
        payoff = payoff.with_one(LARGE, paid=True)
    for _ in range(LEAST_SAMPLES - 1):
        payoff = payoff.with_one(SMALL, paid=False)
    assert payoff.probability(LARGE) == 0.0
    assert payoff.with_one(SMALL, paid=False).probability(LARGE) > 0.5


def test_what_was_learned_survives_json() -> None:
    stored = json.loads(json.dumps(taught().to_json()))
    assert Payoff.from_json(stored) == taught()
    assert Payoff.from_json({}) == Payoff()


def test_features_are_of_tokens_exchanges_values_and_novelty() -> None:
    tokens, exchanges, values, novelty = features_of(talk("tea and cake", "code AB-12"), len)
    said = "tea and cake" + "code AB-12" + "noted" * 2
    assert math.expm1(tokens) == pytest.approx(len(said))
    assert math.expm1(exchanges) == pytest.approx(2)
    assert math.expm1(values) == pytest.approx(1)
    assert novelty == 1.0
    assert features_of(talk("tea and cake", "cake tea"), len)[3] == 0.0


def chat(turns: int, **more: object) -> ChatMemory:
    log = talk(*(f"a sentence about the garden number {n}" for n in range(1, turns + 1)))
    return replace(ChatMemory(HERE, log, turns), **more)  # type: ignore[arg-type]  # of the tests


OPTIONS = MemoryOptions(threshold_tokens=1000, keep_recent=1, summary_rule="bayes")


def test_a_chat_that_learned_it_is_tended_below_the_threshold() -> None:
    memory = chat(15)
    assert not needs_tending(memory, "summary", OPTIONS, len)
    payoff = Payoff()
    for at in range(12):
        few, many = features_of(memory.exchanges[:2], len), features_of(memory.exchanges, len)
        payoff = payoff.with_one((few[0] - at / 50, *few[1:]), paid=False)
        payoff = payoff.with_one((many[0] + at / 50, *many[1:]), paid=True)
    states = {paying.NAME: {"version": paying.VERSION, "state": payoff.to_json()}}
    assert needs_tending(replace(memory, states=states), "summary", OPTIONS, len)
    by_threshold = replace(OPTIONS, summary_rule="threshold")
    assert not needs_tending(replace(memory, states=states), "summary", by_threshold, len)


def test_the_threshold_is_its_upper_bound() -> None:
    assert needs_tending(chat(40), "summary", OPTIONS, len)


def test_each_tending_teaches_it_and_is_committed_with_the_summary() -> None:
    memory = chat(40)
    plan = plan_tending(memory, "summary", OPTIONS, len)
    assert plan is not None
    tended = finish(memory, plan, {"text": "The garden.", "first": 1, "last": 39})
    learned = Payoff.from_json(tended.states[paying.NAME]["state"])
    assert learned.paid.samples + learned.lost.samples == 39
    assert min(learned.paid.samples, learned.lost.samples) > 0


def test_by_the_threshold_alone_nothing_is_learned() -> None:
    options = replace(OPTIONS, summary_rule="threshold")
    plan = plan_tending(chat(40), "summary", options, len)
    assert plan is not None
    assert paying.NAME not in finish(chat(40), plan, {"text": "x"}).states
