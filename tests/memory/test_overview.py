"""The page that shows what a chat remembers."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import UTC, datetime

import pytest

from memory.conversation import ConversationId, Exchange, Message, pair
from memory.facts.known_ledger import absorb_all
from memory.kind import MemoryOptions, State
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary
from memory.overview import MOST_FACTS, Overview, overview
from memory.recipes import UnknownRecipe
from memory.store import ChatMemory
from tests.memory.chats import chat, talk

CHAT = ConversationId("123", 4)
SAID = (
    pair(1, "my order number is HX-48213", "noted", at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC)),
    pair(2, "the fee is ۱۲٬۵۰۰ تومان", "all right", at=datetime(2026, 1, 3, tzinfo=UTC)),
    pair(3, "thanks", "you are welcome", at=datetime(2026, 1, 4, tzinfo=UTC)),
)
TOLD = ChatMemory(CHAT, SAID, 3)


def page(memory: ChatMemory, recipe: str = "full") -> Overview:
    return overview(memory, recipe, MemoryOptions(threshold_tokens=700), len)


def facts_state(state: State) -> dict[str, dict[str, object]]:
    return {"facts": {"version": Facts.version, "state": state}}


def test_the_page_counts_and_dates_what_is_kept() -> None:
    shown = page(TOLD)
    assert (shown.recipe, shown.conversation, shown.exchanges) == ("full", 4, 3)
    assert shown.first_at == "2026-01-02T03:04:00+00:00"
    assert shown.last_at == "2026-01-04T00:00:00+00:00"
    assert shown.threshold == 700
    assert shown.tokens_past == sum(len(each.user) + len(each.assistant) for each in SAID)


def test_the_page_lists_facts_with_where_they_were_said() -> None:
    found = {fact.value: fact for fact in page(TOLD).facts}
    order = found["HX-48213"]
    assert (order.who, order.exchange, order.status) == ("user", 1, "active")
    assert "order number" in order.key
    assert any("۱۲٬۵۰۰" in value for value in found)


def test_facts_said_after_the_stored_state_are_there_too() -> None:
    stored = facts_state(absorb_all({}, SAID[:1]))
    assert page(replace(TOLD, states=stored)).facts == page(TOLD).facts


def test_many_facts_are_counted_and_the_telling_ones_shown() -> None:
    many = talk("my order number is HX-48213", *(f"I had {n} cups" for n in range(100, 160)))
    shown = page(ChatMemory(CHAT, many, len(many)))
    assert len(shown.facts) == MOST_FACTS
    assert shown.facts_total > MOST_FACTS
    assert shown.facts[0].value == "HX-48213"


def test_the_page_of_a_recipe_without_summary_has_no_threshold() -> None:
    shown = page(TOLD, "knn")
    assert (shown.tokens_past, shown.threshold, shown.watermark, shown.summary) == (0, 0, 0, "")
    assert (shown.facts, shown.facts_total) == ((), 0)


def test_the_page_shows_the_summary_and_only_counts_what_it_does_not_cover() -> None:
    state = {"text": "They ordered tea.", "first": 1, "last": 2}
    told = replace(
        TOLD, watermark=2, states={"summary": {"version": Summary.version, "state": state}}
    )
    shown = page(told)
    assert (shown.summary, shown.watermark) == ("They ordered tea.", 2)
    assert shown.tokens_past == len(SAID[2].user) + len(SAID[2].assistant)


def test_an_empty_memory_has_an_empty_page() -> None:
    shown = page(ChatMemory(CHAT))
    assert (shown.exchanges, shown.first_at, shown.last_at, shown.facts) == (0, "", "", ())


def test_the_page_survives_json() -> None:
    values = asdict(page(TOLD))
    assert json.loads(json.dumps(values))["facts"][0]["value"] == values["facts"][0]["value"]


def test_a_recipe_nobody_knows_is_an_error() -> None:
    with pytest.raises(UnknownRecipe):
        page(ChatMemory(CHAT, chat(1), 1), "no such recipe")


def test_a_fact_of_several_messages_names_the_one_it_was_said_in() -> None:
    said = (Message("user", "my order is HX-48213"), Message("user", "and my flight is AB-77123"))
    answer = Message("assistant", "so HX-48213 goes with LO-5")
    joined = replace(
        SAID[0], messages=(*said, answer), message_ids=(31, 32), reply_ids=(40, 41), model="m"
    )
    halves = replace(joined, messages=(said[1], answer))

    def messages(exchange: Exchange) -> dict[str, int]:
        facts = page(ChatMemory(CHAT, (exchange,), 1)).facts
        return {fact.value: fact.message for fact in facts}

    assert messages(joined) == {"HX-48213": 31, "AB-77123": 32, "LO-5": 40}
    assert messages(halves)["AB-77123"] == 31
    assert set(messages(SAID[0]).values()) == {0}
