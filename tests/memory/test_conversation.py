"""Exchanges come back from JSON as they were, with the fields of other versions, or not at all."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from memory.conversation import BadExchange, ConversationId, Exchange, Message, Sender, after, pair

WHOLE = Exchange(
    number=7,
    messages=(
        Message("user", "سفارش ۱۲ کجاست؟"),
        Message("tool", '{"status": "sent"}', {"call_id": "c1"}),
        Message("assistant", "It was sent."),
    ),
    asked_at=datetime(2026, 5, 2, 10, 30, tzinfo=UTC),
    answered_at=datetime(2026, 5, 2, 10, 31, tzinfo=UTC),
    sender=Sender("42", "Sara"),
    message_ids=(5, 6),
    reply_ids=(8,),
    model="m",
    prompt_tokens=90,
    answer_tokens=4,
    cut=True,
    more={"mood": {"of": "a later version"}},
)


def test_an_exchange_comes_back_as_it_was_with_fields_this_version_does_not_know() -> None:
    assert Exchange.from_json(json.loads(json.dumps(WHOLE.to_json()))) == WHOLE


def test_unknown_fields_lie_beside_the_known_ones_and_never_over_them() -> None:
    stored = replace(WHOLE, more={"number": 99, "mood": 1}).to_json()
    assert (stored["number"], stored["mood"]) == (7, 1)
    assert stored["messages"][1] == {
        "role": "tool",
        "text": '{"status": "sent"}',
        "call_id": "c1",
    }


def test_times_are_stored_and_read_as_utc_instants() -> None:
    noon = datetime(2026, 5, 2, 12, 0, tzinfo=timezone(timedelta(hours=3, minutes=30)))
    stored = replace(WHOLE, asked_at=noon).to_json()
    assert stored["asked_at"] == "2026-05-02T08:30:00+00:00"
    assert Exchange.from_json(stored).asked_at.tzinfo is UTC


def test_an_exchange_of_the_first_version_lacks_nothing_that_is_needed() -> None:
    least = {name: WHOLE.to_json()[name] for name in LEAST}
    exchange = Exchange.from_json(least)
    assert (exchange.user, exchange.sender.id, exchange.message_ids) == ("سفارش ۱۲ کجاست؟", "", ())


LEAST = ("number", "messages", "asked_at", "answered_at")


@pytest.mark.parametrize(
    "damage",
    [
        {"number": "secret"},
        {"messages": "secret"},
        {"messages": [{"role": "secret", "text": "secret"}]},
        {"messages": [{"role": "user", "text": 5}]},
        {"asked_at": "secret"},
        {"asked_at": None},
        {"sender": "secret"},
    ],
)
def test_a_damaged_one_is_refused_without_a_word_of_what_it_held(damage: dict[str, Any]) -> None:
    with pytest.raises(BadExchange) as refused:
        Exchange.from_json({**WHOLE.to_json(), **damage})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", LEAST)
def test_what_lacks_a_needed_field_is_refused(name: str) -> None:
    stored = WHOLE.to_json()
    del stored[name]
    with pytest.raises(BadExchange):
        Exchange.from_json(stored)


def test_delivered_it_is_the_same_but_for_the_ids_of_its_reply() -> None:
    liked, plain = replace(WHOLE, feedback=1.0), pair(1, "a", "b")
    for name in Exchange.__dataclass_fields__:  # so that none can be left out unnoticed
        assert getattr(liked, name) != getattr(plain, name)
    assert liked.delivered_as([7, 8]) == replace(liked, reply_ids=(7, 8))


def test_several_messages_of_one_side_are_joined_by_a_line_break() -> None:
    two = replace(WHOLE, messages=(Message("user", "a"), Message("user", "b")))
    assert (two.user, two.assistant) == ("a\nb", "")


def test_those_after_a_number_keep_their_order() -> None:
    talk = [pair(number, "q", "a") for number in (2, 5, 6)]
    assert [exchange.number for exchange in after(talk, 2)] == [5, 6]


def test_a_conversation_is_named_by_chat_and_number() -> None:
    assert str(ConversationId("-100123/42", 3)) == "-100123/42#3"
