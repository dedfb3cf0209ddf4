"""Turns and replies come back from JSON as they were, with the fields of other versions."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from memory.conversation import Sender
from workers.jobs import BadJob, Command, Notice, Reply, Turn
from workers.quoted import Quoted

TURN = Turn(
    chat="-100123/42",
    update_id=9,
    text="knn",
    sent_at=datetime(2026, 5, 2, 10, 30, tzinfo=UTC),
    sender=Sender("42", "Sara"),
    message_ids=(5,),
    command=Command.MODE,
    language="fa",
    hold_ms=500,
    half=True,
    forwarded_from="Omid",
    quoted=Quoted("the price is 600", "Sara", 4, chosen=True),
    more={"mood": [1]},
)
REPLY = Reply("**yes**", Notice.MODE_SET, {"recipe": "knn"}, language="fa", reply_to=5, cut=True)


def test_a_turn_comes_back_as_it_was_with_fields_this_version_does_not_know() -> None:
    assert Turn.from_json(json.loads(json.dumps(TURN.to_json()))) == TURN


def test_a_reply_comes_back_as_it_was() -> None:
    assert Reply.from_json(json.loads(json.dumps(REPLY.to_json()))) == REPLY


@pytest.mark.parametrize(
    "damage",
    [{"update_id": "secret"}, {"sent_at": "secret"}, {"command": "secret"}, {"sender": "secret"}],
)
def test_a_damaged_turn_is_refused_without_a_word_of_what_it_held(damage: dict[str, Any]) -> None:
    with pytest.raises(BadJob) as refused:
        Turn.from_json({**TURN.to_json(), **damage})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("damage", [{"notice": "secret"}, {"values": 5}, {"reply_to": "secret"}])
def test_a_damaged_reply_is_refused_without_a_word_of_what_it_held(damage: dict[str, Any]) -> None:
    with pytest.raises(BadJob) as refused:
        Reply.from_json({**REPLY.to_json(), **damage})
    assert "secret" not in str(refused.value)
