"""Without a model, a question is answered with the one thing in memory that fits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from memory.conversation import Exchange, Sender, pair
from memory.kind import Budget, Pick, Question, State
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary
from memory.recall import Context, Recall
from tests.workers.subprocesses import run_python
from workers.language_model import Answer
from workers.offline_digest import digest
from workers.offline_model import OFFLINE, OFFLINE_LABEL, OfflineModel, OfflineResponder
from workers.prompt import build_prompt, instruction_prompt
from workers.tokens import TokenCounter

TEHRAN = ZoneInfo("Asia/Tehran")
MONDAY = datetime(2026, 11, 23, 21, 0, tzinfo=UTC)  # in Tehran already the 24th
ORDER, FEE = "HX-48213", "۱۲٬۵۰۰ تومان"
OWN = (
    f"My order number is {ORDER} and the fee was {FEE}.",
    f"شماره سفارش من {ORDER} است و کارمزدش {FEE} بود.",
    f"我的订单号是{ORDER}，手续费是{FEE}。",
)
OTHERS = (
    "Sara's order number is SR-10001.",
    "Ali's order number is AL-20002, keep it too",
    "شماره سفارش رضا RZ-40004 است",
    "小王的订单号是XW-50005",
    "Order number of Maria: MR-60006",
    "My friend Tom's order number is TM-70007",
    "شماره سفارش دوستم DS-80008 بود",
    "Anna: my order number was AN-90009",
    "دوستم مینا شماره سفارشش MN-11110 است",
    "Peter said my order number is PT-12121",
)
VALUES = (
    *("SR-10001", "AL-20002", "RZ-40004", "XW-50005", "MR-60006"),
    *("TM-70007", "DS-80008", "AN-90009", "MN-11110", "PT-12121"),
)
SMALL_TALK = (
    "We had rain in the morning.",
    "I like tea more than coffee.",
    "The bus was 12 minutes late again",
    "هوا امروز خوب بود",
    "今天天气很好",
    "My cat is called Mishi.",
    "I bought 3 books for 40 euros",
    "دیروز ساعت ۹ خوابیدم",
) * 5


def words(text: str) -> int:
    return len(text.split())


def said(*texts: str, start: int = 1) -> tuple[Exchange, ...]:
    """Each text as an exchange, a minute apart, answered by the offline responder's "Noted."."""
    return tuple(
        pair(number, text, "Noted.", at=MONDAY + timedelta(minutes=number))
        for number, text in enumerate(texts, start)
    )


async def reply(question: str, recall: Recall, sender_name: str = "") -> Answer:
    prompt = build_prompt(
        "policy", recall, Question(question, MONDAY), zone=TEHRAN, sender_name=sender_name
    )
    shown: list[str] = []

    async def on_text(text: str) -> None:
        shown.append(text)

    answer = await OfflineModel(count=words, zone=TEHRAN).answer(prompt, on_text)
    assert shown[-1] == answer.text
    assert all(after.startswith(before) for before, after in pairwise(shown))
    return answer


async def text_of(question: str, *told: str) -> str:
    return (await reply(question, Recall(recent=said(*told)))).text


MY_NUMBER = (
    "what is my order number?",
    "Tell me my order number",
    "شماره سفارش من چیه؟",
    "شماره سفارشم چی بود؟",
    "我的订单号是多少？",
)
THE_FEE = ("how much was the fee?", "What was my fee", "کارمزد چقدر بود؟", "手续费是多少？")


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("question", MY_NUMBER)
async def test_ones_own_number_is_answered_alone_in_any_language(own: str, question: str) -> None:
    answer = await text_of(question, own, *OTHERS, *SMALL_TALK)
    assert answer.startswith(ORDER)
    assert FEE not in answer
    assert not any(value in answer for value in VALUES)


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("question", THE_FEE)
async def test_the_fee_is_answered_alone_in_any_language(own: str, question: str) -> None:
    answer = await text_of(question, own, *OTHERS, *SMALL_TALK)
    assert answer.startswith(FEE)
    assert ORDER not in answer
    assert not any(value in answer for value in VALUES)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is Sara's order number?", "SR-10001"),
        ("What is the order number of Maria?", "MR-60006"),
        ("what's my friend Tom's order number?", "TM-70007"),
        ("شماره سفارش رضا چیه؟", "RZ-40004"),
        ("小王的订单号是多少？", "XW-50005"),
    ],
)
async def test_somebody_elses_number_is_answered_alone(question: str, value: str) -> None:
    answer = await text_of(question, OWN[0], *OTHERS, *SMALL_TALK)
    assert answer.startswith(value)
    assert not any(other in answer for other in {ORDER, FEE, *VALUES} - {value})


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("what is my order number?", "I do not know"),
        ("what is Bob's order number?", "I do not know"),
        ("what is my phone number?", "I do not know"),
        ("When is my flight?", "I do not know"),
        ("شماره سفارش من چیه؟", "نمی‌دانم"),
        ("شماره سفارش سارا چیه؟", "نمی‌دانم"),
        ("我的订单号是多少？", "不知道"),
        ("小李的订单号是多少？", "不知道"),
    ],
)
async def test_what_nobody_said_is_not_known(question: str, unknown: str) -> None:
    answer = await text_of(question, *OTHERS, *SMALL_TALK)
    assert unknown in answer
    assert not any(value in answer for value in VALUES)


@pytest.mark.parametrize(
    "own",
    [
        "The fee is {fee} and my order number is {order}",
        "Order number {order}, fee {fee} — please remember both.",
        "my order number {order} fee {fee}",
        "I placed an order, its number is {order}, and the fee for it is {fee}",
        "{order} is my order number. {fee} is the fee.",
        "For the record, order no. {order} is mine, with a fee of {fee}.",
        "order number = {order}; fee = {fee}",
        "I've got order number {order}. They charged me a fee of {fee}.",
        "کارمزد سفارشم {fee} و شماره‌اش {order} است",
        "شماره سفارش خودم {order} بود، {fee} هم کارمزد دادم",
        "Hello there! My order no. is {order} and my fee came to {fee}, please remember.",
        "Keep this in your memory: my order number is {order}; the fee, {fee}.",
        "Can you please remember my order number {order} and my fee of {fee}?",
        "My order number is {order}\nThe fee is {fee}",
        "کارمزد {fee} بود و شماره سفارش {order}",
        "شماره سفارش بنده {order} می‌باشد و مبلغ کارمزد {fee} است",
        "手续费是{fee}，我的订单号是{order}。",
        "我有一个订单，号码是{order}，手续费{fee}",
    ],
)
@pytest.mark.parametrize("order", ["ord_48213_b", "hx-93/kk81", "98123475610293847561"])
async def test_however_it_was_said_ones_own_number_and_fee_are_found(own: str, order: str) -> None:
    told = own.format(order=order, fee=FEE)
    talk = (told, *OTHERS, *MORE_OTHERS, *SMALL_TALK)
    for question in (*MY_NUMBER, "شماره سفارش من", "my order number, please"):
        assert (await text_of(question, *talk)).startswith(order)
    for question in (*THE_FEE, "what is the fee of my order?"):
        assert (await text_of(question, *talk)).startswith(FEE)


MORE_OTHERS = (
    "Reza has order number 66001.",
    "رضا: شماره سفارش من ۶۶۰۰۲ است",
    "سارا گفت شماره سفارش من ۶۶۰۰۳ است",
    "张伟说：我的订单号是66004",
    "Order number 66005 is for my aunt",
    "David, order number 66006",
    "Customer 12: order number 66007",
    "Emma -> order number 66008",
    "My brother ordered too, his number is 66009",
    "In order to relax I walked 5 km.",
    "The shop will deliver my order on Friday.",
)


async def test_a_word_that_ends_in_s_is_no_plural_of_a_letter() -> None:
    told = ("my order number is 48213", "The order number Sara gave is 66001")
    assert (await text_of("what is my order number?", *told)).startswith("48213")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is my order number?", "55120"),
        ("what is my tracking number?", "TK-5"),
        ("What is my mother's order number?", "77001"),
        ("what is Tom's order number?", "66003"),
        ("what is my phone number?", "I do not know"),
        ("Hey Hafez, what's my order number?", "55120"),
        ("Do you know my order number? I forgot it", "55120"),
    ],
)
async def test_what_sounds_alike_is_kept_apart(question: str, answer: str) -> None:
    told = (
        "My order number is 48213.",
        "sorry, my order number is actually 55120",
        "the tracking number of my order is TK-5",
        "My mother's order number is 77001",
        "Sara's order number is 66001 and Reza's is 66002, while Tom's is 66003",
        "My phone is old.",
    )
    assert (await text_of(question, *told)).startswith(answer)


async def test_the_answer_says_what_was_said_and_when() -> None:
    answer = await text_of("what is my order number?", OWN[0])
    assert answer == f"{ORDER} — you told me on 24 November: “My order number is {ORDER}”"


async def test_a_fact_that_left_the_talk_is_answered_from_memorys_notes() -> None:
    facts = Context("facts", f"- {OWN[1]}\n- Sara's order number is SR-10001.")
    picks = tuple(Pick(exchange) for exchange in said(*OTHERS[:5], start=2))
    recall = Recall((facts,), said(*SMALL_TALK, start=20), picks)
    answer = (await reply("شماره سفارش من چیه؟", recall)).text
    assert answer.startswith(ORDER)
    assert FEE not in answer
    assert "SR-10001" not in answer


async def test_recalled_exchanges_answer_too() -> None:
    picks = tuple(Pick(exchange) for exchange in said(OWN[0], *OTHERS))
    answer = (await reply(MY_NUMBER[0], Recall((), said(*SMALL_TALK, start=20), picks))).text
    assert answer.startswith(ORDER)


async def test_a_newer_value_replaces_an_older_one() -> None:
    told = ("My order number is HX-48213.", "My order number is now ZZ-99999.")
    assert (await text_of("what is my order number?", *told)).startswith("ZZ-99999")


async def test_its_own_answers_are_no_source() -> None:
    wrong = pair(2, "hm", "Your order number is QQ-00000", at=MONDAY)
    own = Exchange(**{**{n: getattr(wrong, n) for n in wrong.__slots__}, "model": OFFLINE})
    answer = (await reply("what is my order number?", Recall(recent=(own,)))).text
    assert "QQ-00000" not in answer
    known = (await reply("what is my order number?", Recall(recent=(*said(OWN[0]), wrong)))).text
    assert known.startswith(ORDER)


async def test_in_a_group_my_number_is_the_askers() -> None:
    theirs = pair(1, "my order number is HX-1111", "ok", at=MONDAY, sender=Sender("1", "Ali"))
    mine = pair(2, "my order number is HX-2222", "ok", at=MONDAY, sender=Sender("2", "Sara"))
    recall = Recall(recent=(mine, theirs))
    for name, value in (("Ali", "HX-1111"), ("Sara", "HX-2222")):
        assert (await reply(MY_NUMBER[0], recall, sender_name=name)).text.startswith(value)


async def test_a_question_without_a_value_is_answered_with_what_was_said() -> None:
    answer = await text_of("what is my cat called?", *OWN[:1], *OTHERS, *SMALL_TALK)
    assert answer == "You told me on 24 November: “My cat is called Mishi”"


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("I like tea", "Noted."),
        (OWN[0], "Noted."),
        ("چای دوست دارم", "یادم می‌ماند."),
        ("我喜欢喝茶", "记住了。"),
    ],
)
async def test_a_statement_is_acknowledged_with_nothing_else(statement: str, answer: str) -> None:
    assert await text_of(statement, *OTHERS) == answer


@pytest.mark.parametrize(
    ("courtesy", "start"),
    [("hi", "Hello!"), ("سلام", "سلام!"), ("谢谢！", "不客气"), ("Thanks.", "You are welcome")],
)
async def test_a_greeting_is_returned_not_noted(courtesy: str, start: str) -> None:
    assert (await text_of(courtesy, *OTHERS)).startswith(start)


async def test_what_was_paid_is_a_price() -> None:
    told = "I paid 40 euros to Bob on 3 May"
    assert (await text_of("how much did I pay Bob?", told)).startswith("40 euros")


@pytest.mark.parametrize("question", ["How are you?", "چطوری؟", "你好吗？"])
async def test_small_talk_gets_a_friendly_line_not_a_memory(question: str) -> None:
    answer = await text_of(question, OWN[0], *OTHERS, *SMALL_TALK)
    assert not any(value in answer for value in (ORDER, FEE, *VALUES))
    assert "know" not in answer


async def test_facts_kept_by_memory_answer_with_who_said_it_and_when() -> None:
    exchanges = said(*OWN[:1], *OTHERS)
    facts = Facts()
    state: State = {}
    for exchange in exchanges:
        state = facts.absorb(state, exchange)
    question = Question(MY_NUMBER[2], MONDAY)
    shown = facts.recall(exchanges, state, question, Budget(10_000, words)).text
    recall = Recall((Context("facts", shown),), said(*SMALL_TALK, start=20))
    answer = (await reply(MY_NUMBER[0], recall)).text
    assert answer == f"{ORDER} — you told me on 23 November: “My order number is {ORDER}”"
    for question_text in THE_FEE:
        answer = (await reply(question_text, recall)).text
        assert answer.startswith(FEE)
        assert ORDER not in answer
    assert (await reply("what is Sara's order number?", recall)).text.startswith("SR-10001")


@pytest.mark.parametrize("tokens", [60, 600])
@pytest.mark.parametrize(
    "texts", [SMALL_TALK, ("我今天去了北京的故宫，明天去长城。",) * 40, OWN + OTHERS]
)
async def test_its_summary_is_accepted_again_and_again(tokens: int, texts: tuple[str, ...]) -> None:
    summary, state = Summary(tokens), dict[str, Any]()
    budget = Budget(tokens, TokenCounter(None).count)

    async def on_text(text: str) -> None:
        assert text

    for start in range(1, len(texts) + 1, 4):
        covered = said(*texts[start - 1 : start + 3], start=start)
        asked = summary.question(covered, state)
        assert asked is not None
        prompt = instruction_prompt(asked, "summary")
        written = (await OfflineModel(count=words, zone=TEHRAN).answer(prompt, on_text)).text
        state = dict(summary.learn(covered, state, written, budget))
    assert state["last"] == len(texts)
    newest = texts[-1].rstrip(".。")
    assert newest in state["text"]


@pytest.mark.parametrize("text", ["", "long " * 999])
def test_a_digest_is_never_empty(text: str) -> None:
    assert digest("at most 50 words", f"user: {text}\nassistant: ok").strip()


async def test_the_responder_is_a_chat_model_like_any_other() -> None:
    responder = OfflineResponder(zone=TEHRAN)
    told = [HumanMessage(OWN[0]), AIMessage("Noted."), HumanMessage(MY_NUMBER[0])]
    assert (await responder.ainvoke(told)).text.startswith(ORDER)
    assert responder.invoke(told).text.startswith(ORDER)


def test_the_label_says_what_to_set() -> None:
    assert all(
        name in OFFLINE_LABEL for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL")
    )


def test_the_offline_model_loads_neither_openai_nor_a_tokenizer() -> None:
    script = """
import sys
import workers.offline_model
heavy = {"openai", "langchain_openai", "tiktoken", "sklearn", "aiogram"}
print(*sorted(heavy & set(sys.modules)), end="")
"""
    assert run_python(script) == ""


@pytest.mark.parametrize(
    ("told", "noted"),
    [
        ("我的预约改到12月3日下午4点。", "记住了。"),
        ("我的订单号是HX-48213，请记住", "记住了。"),
        ("شماره سفارش من HX-48213 است", "یادم می‌ماند."),
        ("My order number is HX-48213", "Noted."),
        ("۱۲٬۵۰۰ HX-48213 ok", "Noted."),
    ],
)
async def test_signs_beside_digits_tell_the_language_too(told: str, noted: str) -> None:
    assert await text_of(told) == noted


async def test_a_persian_reply_names_the_day_without_hyphens_which_its_letters_would_turn() -> None:
    answer = await text_of(MY_NUMBER[2], OWN[1])
    assert answer.startswith(f"{ORDER} — در 24 نوامبر به من گفتی: «")
