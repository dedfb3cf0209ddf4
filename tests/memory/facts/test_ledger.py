"""Which value holds: what replaces, what contradicts, and what only looks like it."""

from __future__ import annotations

import pytest

from memory.conversation import Exchange, Message, Role
from memory.facts.fact import Fact
from memory.facts.ledger import Ledger
from tests.memory.chats import NOW

ROLES: dict[str, Role] = {"A": "assistant", "T": "tool"}


def ledger(*said: str) -> tuple[Fact, ...]:
    """One exchange for each line; those that begin with "A: " and "T: " were said by others."""
    kept = Ledger()
    for number, line in enumerate(said, start=1):
        who, colon, text = line.partition(": ")
        role = ROLES.get(who, "user")
        message = Message(role, text if colon and role != "user" else line)
        kept.read(Exchange(number, (message,), NOW, NOW))
    return kept.facts


def statuses(*said: str) -> dict[str, str]:
    return {fact.value: fact.status for fact in ledger(*said)}


REPLACED = [
    ("My budget is $600.", "Make the budget $775, not $600.", "$600", "$775"),
    ("My budget is $600.", "Actually my budget is $775.", "$600", "$775"),
    ("The budget for the trip is $600.", "The budget is now $700.", "$600", "$700"),
    ("My budget is $600.", "Can you change the budget to $700?", "$600", "$700"),
    ("We meet at 10:30.", "Move it to 11:30.", "10:30", "11:30"),
    ("The meeting is at 10:30.", "Lunch is at 12:30; move the meeting to 11:00.", "10:30", "11:00"),
    ("Let's meet on 12 May.", "Let's meet on 13 May instead.", "12 May", "13 May"),
    ("The flight is at 10:30.", "No, at 11:30, not 10:30.", "10:30", "11:30"),
    (
        "بودجه من ۷۰۰ هزار تومان است",
        "بودجه را ۸۲۰ هزار تومان کن، نه ۷۰۰.",
        "۷۰۰ هزار تومان",
        "۸۲۰ هزار تومان",
    ),
    ("بودجه ۷۰۰ هزار تومان است", "بودجه نهایی ۸۵۰ هزار تومان", "۷۰۰ هزار تومان", "۸۵۰ هزار تومان"),
    ("کد در ۴۸۲۱ است", "کد در از ۴۸۲۱ به ۵۹۳۲ تغییر کرد", "۴۸۲۱", "۵۹۳۲"),
    (
        "قیمت لامپ ۵۰۰ تومان است",
        "به‌جای ۵۰۰ تومان، قیمت لامپ ۷۰۰ تومان است",
        "۵۰۰ تومان",
        "۷۰۰ تومان",
    ),
    ("预算700元", "预算改成875元，不是700元。", "700元", "875元"),
    ("会议10:30开始", "会议改到11:30", "10:30", "11:30"),
    ("预算是700元", "最终预算905元", "700元", "905元"),
    ("Бюджет 600 EUR", "Измени бюджет на 700 EUR, а не 600", "600 EUR", "700 EUR"),
    ("Das Budget ist 600 EUR", "Ändere das Budget auf 700 EUR", "600 EUR", "700 EUR"),
    ("Le budget est 600 EUR", "Changez le budget à 700 EUR", "600 EUR", "700 EUR"),
    ("El presupuesto es 600 EUR", "Cambia el presupuesto a 700 EUR", "600 EUR", "700 EUR"),
    ("My budget is $900.", "No wait, $820 after all.", "$900", "$820"),
    ("The order number is AX-1001.", "Sorry, I meant AX-1010.", "AX-1001", "AX-1010"),
    ("Call me at 0171 555 1234.", "That number is wrong, use 0171 555 9876.", "1234", "9876"),
    ("جلسه ساعت ۱۰ است.", "نه، جلسه ساعت ۱۱ باشد.", "ساعت ۱۰", "ساعت ۱۱"),
    ("Встреча в 10:00.", "Перенесём встречу на 12:30.", "10:00", "12:30"),
    ("予算は5万円です。", "予算を6万円に変更してください。", "5万円", "6万円"),
    ("会議は10時です。", "10時ではなく11時にしてください。", "10時", "11時"),
    ("बजट 5000 रुपये है।", "बजट बदलकर 6000 रुपये है।", "5000", "6000"),
    ("الميزانية 600 USD", "غيّر الميزانية إلى 700 USD", "600 USD", "700 USD"),
]


@pytest.mark.parametrize(("before", "after", "old", "new"), REPLACED)
def test_a_value_that_is_changed_becomes_history(
    before: str, after: str, old: str, new: str
) -> None:
    facts = ledger(before, after)
    gone = next(fact for fact in facts if old in fact.value)
    came = next(fact for fact in facts if fact.exchange == 2 and new in fact.value)
    assert (gone.status, gone.until, came.status) == ("superseded", 2, "active")


def test_what_is_changed_twice_leaves_one_value_that_holds() -> None:
    found = statuses("My budget is $600.", "Make the budget $775.", "Final budget: $800.")
    assert found == {"$600": "superseded", "$775": "superseded", "$800": "active"}


def test_a_value_may_come_back() -> None:
    facts = ledger("My budget is $600.", "Make the budget $700.", "Make the budget $600 again.")
    assert [(f.value, f.status) for f in facts] == [
        ("$600", "superseded"),
        ("$700", "superseded"),
        ("$600", "active"),
    ]


def test_a_value_that_is_only_taken_back_holds_no_longer() -> None:
    assert statuses("The door code is 4821.", "The door code is no longer 4821.") == {
        "4821": "superseded"
    }


APART = [
    ("The price of the red lamp is $60.", "Change the price of the blue lamp to $70."),
    ("قیمت لامپ قرمز ۵۰۰ تومان است", "قیمت لامپ آبی ۷۰۰ تومان است"),
    ("红灯的价格是50元", "蓝灯的价格是70元"),
    ("Call me on 09121234567.", "My other phone is 09351234567."),
    ("order ORD-1111 is open", "order ORD-2222 is open"),
    ("My budget is $600.", "Should I make the budget $700?"),
    ("My budget is $600.", "What if the budget was $700?"),
    ("بودجه ۶۰۰ تومان است", "اگر بودجه ۷۰۰ تومان باشد چه؟"),
    ("预算600元", "如果预算是700元呢？"),
    ("My budget is $600.", "The rent is now $700."),
    ("The deadline is 12 March.", 'He said "change it to 15 March" but I refused.'),
    ("The pin is 4417.", "Not bad! It works, with 12 lamps."),
    ("票价80元。", "不错，再来3张。"),
    ("I paid $5 for lunch.", "The price is now $6."),
    ("میز برای ۵ نفر رزرو کن", "اتاق برای ۳ نفر رزرو کن"),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_values_of_different_things_leave_each_other_alone(one: str, other: str) -> None:
    assert set(statuses(one, other).values()) == {"active"}


def test_where_it_could_be_either_of_two_nothing_is_replaced() -> None:
    two = ("The budget for the trip is $600.", "The budget for the house is $900.")
    assert set(statuses(*two, "The budget is now $700.").values()) == {"active"}


CONTRADICTED = [
    ("My budget is $600.", "My budget is $700."),
    ("The deadline is 12 May.", "The deadline is 14 May."),
    (
        "A: The tool says the price is 66,250.50 EUR.",
        "My invoice shows 67,250.50 EUR, please check.",
    ),
    ("T: the price is 66 EUR", "the price is 67 EUR"),
    ("A: ابزار قیمت را ۷۹٬۳۴۵ ریال نشان می‌دهد.", "فاکتور من ۸۰٬۳۴۵ ریال است، بررسی کن."),
    ("A: 系统显示价格是¥42,250.50。", "我的发票是¥43,250.50，请核对。"),
    ("My budget is $600.", "A: I have changed the budget to $650."),
    ("timeout = 30", "timeout = 60"),
]


@pytest.mark.parametrize(("one", "other"), CONTRADICTED)
def test_two_values_of_one_thing_stand_against_each_other(one: str, other: str) -> None:
    facts = [fact for fact in ledger(one, other) if fact.status == "conflicting"]
    assert [fact.exchange for fact in facts] == [1, 2]
    assert [fact.links for fact in facts] == [(facts[1].id,), (facts[0].id,)]


def test_the_users_last_word_settles_a_contradiction() -> None:
    said = ("T: the price is 66 EUR", "the price is 67 EUR", "Make it 67 EUR, final.")
    assert statuses(*said) == {"66 EUR": "superseded", "67 EUR": "active"}


def test_the_same_number_in_two_notations_is_no_contradiction() -> None:
    assert set(statuses("The price is 1299 USD", "A: The price is 1,299 USD").values()) == {
        "active"
    }


def test_what_the_user_said_the_assistant_cannot_take_back() -> None:
    found = statuses("My budget is $600.", "A: The budget is not $600.")
    assert found == {"$600": "active"}


REPEATED = [
    ("My order number is HX-48213.", "A: Your order is HX-48213, as you said."),
    ("My flight leaves at 10:30.", "A: Got it, your flight leaves at 10:30."),
    ("A: Your booking reference is VLNBF8KD.", "As I said, reference VLNBF8KD."),
    ("بودجه من ۷۰۰ هزار تومان است", "A: بودجه شما ۷۰۰ هزار تومان است."),
    ("预算700元", "A: 您的预算是700元。"),
]


@pytest.mark.parametrize(("first", "again"), REPEATED)
def test_what_is_said_again_keeps_its_first_source(first: str, again: str) -> None:
    assert [fact.exchange for fact in ledger(first, again)] == [1]


def test_the_same_hour_for_two_things_is_two_facts() -> None:
    facts = ledger("The train to Qom leaves at 10:30.", "The lunch with Sara is at 10:30.")
    assert [fact.value for fact in facts] == ["10:30", "10:30"]


def test_reading_in_other_portions_gives_the_same_ledger() -> None:
    said = [line for pair in (*CONTRADICTED, *((a, b) for a, b, _, _ in REPLACED)) for line in pair]
    whole = ledger(*said)
    for portion in (1, 3, 10):
        facts: tuple[Fact, ...] = ()
        for start in range(0, len(said), portion):
            kept = Ledger(Fact.from_json(fact.to_json()) for fact in facts)
            for number, line in enumerate(said[start : start + portion], start=start + 1):
                who, colon, text = line.partition(": ")
                role = ROLES.get(who, "user")
                message = Message(role, text if colon and role != "user" else line)
                kept.read(Exchange(number, (message,), NOW, NOW))
            facts = kept.facts
        assert facts == whole
