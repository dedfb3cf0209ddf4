"""Facts know their words, their place and who said them."""

from __future__ import annotations

import json

import pytest

from memory.conversation import Exchange, Message
from memory.facts.fact import Fact, facts_in
from tests.memory.chats import NOW, talk


def exchange(*messages: Message) -> Exchange:
    return Exchange(7, messages, NOW, NOW)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("My order number is HX-1.", {"HX-1": "My order number is"}),
        ("شماره سفارش من HX-1 است", {"HX-1": "شماره سفارش من"}),
        ("HX-1 is mine, HX-22 is Sara's.", {"HX-1": "is mine", "HX-22": "is Sara's"}),
        ("The id is AB-1 and the fee is 5 USD", {"AB-1": "The id is", "5 USD": "and the fee is"}),
        ("For Sara, the code is AB-1", {"AB-1": "For Sara, the code is"}),
        ("Use it with maxResults 10", {"10": "Use it with maxResults"}),
        ("我的订单号是HX-1，费用是25元", {"HX-1": "我的订单号是", "25元": "费用是"}),
    ],
)
def test_the_key_is_the_words_the_value_belongs_to(text: str, keys: dict[str, str]) -> None:
    found = {fact.value: fact.key for fact in facts_in(talk(text)[0])}
    assert {value: found[value] for value in keys} == keys


def test_every_part_of_a_fact_is_an_exact_piece_of_its_message() -> None:
    text = "Hi!  My order\tnumber is “HX-48213” . شماره‌ام ۰۹۱۲۳۱۸۸۴۹۷ است"
    facts = facts_in(talk(text)[0])
    assert facts
    for fact in facts:
        assert text[fact.start : fact.end] == fact.value
        assert fact.key in text
        assert fact.value in fact.clause
        assert fact.clause in text
        assert fact.sentence in text


def test_user_assistant_and_tool_messages_are_read() -> None:
    said = exchange(
        Message("user", "I have 3 kg"),
        Message("tool", "stock: AB-12"),
        Message("assistant", "5 USD"),
    )
    facts = [(f.value, f.role, f.exchange, f.message, f.day) for f in facts_in(said)]
    assert facts == [
        ("3 kg", "user", 7, 0, "2026-11-29"),
        ("AB-12", "tool", 7, 1, "2026-11-29"),
        ("5 USD", "assistant", 7, 2, "2026-11-29"),
    ]


def test_a_fact_survives_json() -> None:
    for fact in facts_in(talk("کد من AB-12 است و “x y” هم")[0]):
        assert Fact.from_json(json.loads(json.dumps(fact.to_json()))) == fact


def test_the_same_value_with_the_same_words_is_one_fact() -> None:
    facts = facts_in(exchange(Message("user", "id AB-1"), Message("assistant", "id AB-1")))
    assert [(fact.value, fact.role) for fact in facts] == [("AB-1", "user")]
