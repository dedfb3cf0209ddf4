"""Whose number it is, and whether the number or the fee was asked for."""

from __future__ import annotations

import pytest

from memory.facts.fact import Fact, facts_in
from memory.facts.ranking import rank_facts
from tests.memory.chats import talk

ENGLISH = [
    *(f"{name}'s order number is QT-{n}4721" for n, name in enumerate(("Sara", "Omid", "Lena"))),
    "order number for Reza: RZ-1009",
    "Ali's order is AL-555",
]
PERSIAN = [
    f"شماره سفارش {name} QT-{n}4721 است" for n, name in enumerate(("سارا", "امید", "رضا", "مینا"))
]
CHINESE = [f"{name}的订单号是QT-{n}4721" for n, name in enumerate(("莎拉", "李雷", "小红"))]
MINE = {
    "en": ("My order number is HX-48213 and the fee is ۱۲٬۵۰۰ تومان", ENGLISH),
    "fa": ("شماره سفارش من HX-48213 است و هزینه ۱۲٬۵۰۰ تومان", PERSIAN),
    "zh": ("我的订单号是HX-48213，费用是۱۲٬۵۰۰ تومان", CHINESE),
}
ASKED = [
    ("en", "what is my order number?", "HX-48213"),
    ("en", "Do you remember my order number?", "HX-48213"),
    ("en", "What's the number of my order?", "HX-48213"),
    ("en", "how much is my fee?", "۱۲٬۵۰۰ تومان"),
    ("en", "what is the fee?", "۱۲٬۵۰۰ تومان"),
    ("en", "what is Sara's order number?", "QT-04721"),
    ("en", "the order number of Lena", "QT-24721"),
    ("en", "what is Reza's order number?", "RZ-1009"),
    ("en", "what's Ali's order?", "AL-555"),
    ("fa", "شمارهٔ سفارش من چیست؟", "HX-48213"),
    ("fa", "شماره سفارشم چیه؟", "HX-48213"),
    ("fa", "سفارش من چه شماره‌ای داشت؟", "HX-48213"),
    ("fa", "هزینه چقدر است؟", "۱۲٬۵۰۰ تومان"),
    ("fa", "هزینه‌ام چقدره", "۱۲٬۵۰۰ تومان"),
    ("fa", "شماره سفارش سارا چیست؟", "QT-04721"),
    ("zh", "我的订单号是什么？", "HX-48213"),
    ("zh", "你还记得我的订单号吗？", "HX-48213"),
    ("zh", "费用是多少？", "۱۲٬۵۰۰ تومان"),
    ("zh", "我的费用多少钱", "۱۲٬۵۰۰ تومان"),
    ("zh", "莎拉的订单号是什么？", "QT-04721"),
]


def ledger(*lines: str) -> list[Fact]:
    return [fact for exchange in talk(*lines) for fact in facts_in(exchange)]


@pytest.mark.parametrize("place", [0, 2, 99], ids=["first", "between", "last"])
@pytest.mark.parametrize(("language", "question", "value"), ASKED)
def test_the_right_value_comes_first(language: str, question: str, value: str, place: int) -> None:
    mine, others = MINE[language]
    ranked = rank_facts(ledger(*others[:place], mine, *others[place:]), question)
    assert ranked[0][0].value == value
    assert ranked[0][1] > ranked[1][1]


def test_a_question_about_something_else_scores_nothing() -> None:
    ranked = rank_facts(ledger(*ENGLISH), "do penguins sing?")
    assert {score for _, score in ranked} == {0.0}


def test_of_equals_the_newest_comes_first() -> None:
    ranked = rank_facts(ledger("The fee is 5 USD", "The fee is 6 USD"), "what is the fee?")
    assert [fact.value for fact, _ in ranked] == ["6 USD", "5 USD"]
