"""When memory is tended, what the summarizer sees, and what is committed."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory.conversation import ConversationId, Exchange, pair
from memory.facts.known_ledger import facts_of
from memory.kind import MemoryOptions, State, state_from
from memory.kinds.facts import Facts
from memory.log import Log
from memory.rebuilding import state_for
from memory.store import ChatMemory, DictStore
from memory.tending import (
    TendingPlan,
    characters_to_count,
    finish,
    needs_tending,
    oldest_kept,
    plan_tending,
)
from tests.memory.chats import NOW, talk

CASE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "cases" / "running_summary.json").read_text(encoding="utf-8")
)
OPTIONS = MemoryOptions(threshold_tokens=40, keep_recent=2)
HERE = ConversationId("1")


def memory_of(*texts: str, **more: Any) -> ChatMemory:
    return ChatMemory(HERE, talk(*texts), len(texts), **more)


def plan(memory: ChatMemory, recipe: str = "full", **more: Any) -> TendingPlan | None:
    return plan_tending(memory, recipe, OPTIONS, len, **more)


def planned(memory: ChatMemory, **more: Any) -> TendingPlan:
    found = plan(memory, **more)
    assert found is not None
    return found


def covered(found: TendingPlan) -> list[int]:
    return [exchange.number for chunk in found.chunks for exchange in chunk]


def summary(text: str, last: int, version: int = 1) -> dict[str, Any]:
    state = {"text": text, "first": 1, "last": last}
    return {"summary": {"version": version, "state": state}}


LONG = ["about ten ch"] * 6  # 17 tokens each, with its answer


def test_the_published_trace_holds() -> None:
    trace = CASE["trace"]
    options = MemoryOptions(threshold_tokens=20, keep_recent=trace["keep_recent"])
    memory = memory_of(*trace["messages"])
    found = plan_tending(memory, "summary", options, len)
    assert found is not None
    dropped = [e.user for chunk in found.chunks for e in chunk]
    assert dropped == trace["summarised_and_dropped_from_context"]
    kept = [e.user for e in memory.exchanges if e.number > found.watermark]
    assert kept == trace["kept"]


def test_under_the_threshold_nothing_is_summarised() -> None:
    assert plan(memory_of("hi", "there", "you")) is None
    assert not needs_tending(memory_of("hi", "there", "you"), "full", OPTIONS, len)


@pytest.mark.parametrize(
    ("recipe", "most", "characters"),
    [("full", 999, 17 * 4), ("full", 20, 17 * 2), ("window", 9, 0)],
)
def test_what_may_have_to_be_counted_is_what_the_summary_does_not_cover(
    recipe: str, most: int, characters: int
) -> None:
    memory = memory_of(*LONG, watermark=2, states=summary("s", 2))
    assert sum(len(m.text) for m in memory.exchanges[0].messages) == 17
    assert characters_to_count(memory, recipe, most) == characters


def test_over_it_everything_past_the_watermark_but_the_newest_is_covered() -> None:
    found = planned(memory_of(*LONG, watermark=1, states=summary("so far", 1)))
    assert (covered(found), found.watermark) == ([2, 3, 4], 4)
    assert found.state["text"] == "so far"


@pytest.mark.parametrize("recipe", ["buffer", "window", "knn", "clusters"])
def test_a_recipe_without_a_summary_never_needs_it(recipe: str) -> None:
    assert plan(memory_of(*LONG), recipe) is None


@pytest.mark.parametrize("texts", [["x" * 999], ["x" * 999, "y" * 999], []])
def test_nothing_is_planned_where_only_the_newest_are_left(texts: list[str]) -> None:
    assert plan(memory_of(*texts)) is None


def test_once_tended_the_newest_alone_do_not_start_it_again() -> None:
    memory = memory_of("a", "x" * 500, "y" * 500, watermark=1, states=summary("s", 1))
    assert plan(memory) is None


def test_everything_covered_is_seen_in_chunks_that_fit() -> None:
    found = planned(memory_of(*LONG), chunk_tokens=40)
    assert [[e.number for e in chunk] for chunk in found.chunks] == [[1, 2], [3, 4]]


def test_an_exchange_larger_than_a_chunk_comes_in_pieces_and_nothing_is_trimmed() -> None:
    big = " ".join(f"word{n}" for n in range(100))
    found = planned(memory_of("small", big, "c", "d"), chunk_tokens=50)
    pieces = [e for chunk in found.chunks for e in chunk if e.number == 2]
    assert "".join(m.text for e in pieces for m in e.messages if m.role == "user") == big
    assert all(sum(len(m.text) for e in c for m in e.messages) <= 50 for c in found.chunks)
    assert "noted" in [m.text for e in pieces for m in e.messages]


def test_a_foreign_summary_is_made_anew_from_the_first_exchange() -> None:
    found = planned(memory_of(*LONG, watermark=3, states=summary("old", 3, version=99)))
    assert (covered(found), found.state) == ([1, 2, 3, 4], {})


def test_a_watermark_past_the_log_counts_as_none() -> None:
    found = planned(memory_of(*LONG, watermark=50, states=summary("s", 50)))
    assert covered(found) == [1, 2, 3, 4]


async def test_summary_facts_and_watermark_go_into_one_commit() -> None:
    store = DictStore()
    for exchange in talk("My code is AB-12", *LONG, "and CD-34"):
        store.append(HERE, exchange)
    memory = await store.load(HERE)
    found = planned(memory)
    state: State = {"text": "done", "first": 1, "last": found.watermark}

    await store.commit_tended(memory, finish(memory, found, state))

    after = await store.load(HERE)
    assert after.watermark == found.watermark == 6
    assert after.state_of("summary", 1) == state
    facts = after.state_of("facts", Facts.version)
    assert facts is not None
    assert [fact.value for fact in facts_of(facts)] == ["AB-12", "ten"]
    assert facts["absorbed"] == 6
    assert plan(after) is None


def test_facts_of_a_foreign_version_are_rebuilt_from_the_log() -> None:
    foreign = {"facts": {"version": 99, "state": {"absorbed": 4, "facts": ["?"]}}}
    memory = memory_of("My code is AB-12", *LONG, states=foreign)
    tended = finish(memory, planned(memory), {})
    values = [fact.value for fact in facts_of(tended.states["facts"]["state"])]
    assert values == ["AB-12", "ten"]


async def test_what_the_other_kinds_keep_is_stored_too_so_that_nobody_reads_it_all_again() -> None:
    recipe = "facts,summary,graph,profile,sequence,window"
    memory = memory_of("I am Sara and I live in Oslo", *LONG)
    found = plan(memory, recipe)
    assert found is not None
    assert [kind.name for kind in found.absorbing] == ["graph", "profile", "sequence"]

    states = finish(memory, found, {}).states

    newest = {each.number: each for each in memory.exchanges[found.watermark :]}
    later = replace(memory, exchanges=Log(range(1, 8), newest), states=states)
    for kind in found.absorbing:
        assert json.loads(json.dumps(states[kind.name])) == states[kind.name]
        assert state_for(later, kind) == state_from(kind, memory.exchanges)


def aged(*days: int) -> ChatMemory:
    log: tuple[Exchange, ...] = tuple(
        pair(n, "a", "b", at=NOW - timedelta(days=d)) for n, d in enumerate(days, start=5)
    )
    return replace(memory_of(), exchanges=log, last_number=4 + len(days))


@pytest.mark.parametrize(
    ("days", "oldest"), [((40, 31, 30, 1), 7), ((1,), 5), ((90, 80), 7), ((), 5)]
)
def test_retention_names_the_oldest_exchange_that_is_young_enough(
    days: tuple[int, ...], oldest: int
) -> None:
    assert oldest_kept(aged(*days), 30, NOW) == oldest
