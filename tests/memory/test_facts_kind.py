"""The ledger: what the prompt shows of the facts, and what it keeps."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory.conversation import Exchange, Message, pair
from memory.facts.known_ledger import absorb_all, absorbed_in, facts_of
from memory.kind import MemoryOptions, Recollection, State, state_from
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary, summary_text
from tests.memory.chats import NOW, question, room, talk

CASE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "cases" / "running_summary.json").read_text(encoding="utf-8")
)
KIND = Facts.from_options(MemoryOptions())


def shown(*texts: str, state: State | None = None, tokens: int = 1_000_000, ask: str = "") -> str:
    return KIND.recall(talk(*texts), state or {}, question(ask), room(tokens)).text


def test_a_line_shows_the_value_in_its_own_words_who_said_it_and_when() -> None:
    said = (pair(3, "My order number is HX-48213.", "ok", at=NOW),)
    lines = KIND.recall(said, {}, question(), room()).text.splitlines()
    assert lines[1:] == ["- My order number is HX-48213 (user, 2026-11-29, exchange 3)"]


def test_a_short_sentence_is_shown_whole_because_its_end_may_say_whose_the_value_is() -> None:
    assert "- Order number HX-48213 is for my aunt (" in shown(
        "Order number HX-48213 is for my aunt."
    )
    two = shown("My order is HX-48213 and the fee is 9 EUR.")
    assert two.count("\n") == 1


def test_the_published_strings_are_in_the_ledger_word_for_word() -> None:
    text = f"Call it with {CASE['verbatim'][0]}, please."
    values = {fact.value for fact in facts_of(absorb_all({}, talk(text)))}
    assert set(CASE["verbatim"]) <= values
    assert all(value in shown(text) for value in CASE["verbatim"])


def test_code_is_shown_in_its_fence_with_every_space() -> None:
    code = "```yaml\nport: 9406\n  image: bot@eed1a9\n```"
    assert code in shown(f"Use this:\n{code}\nthanks")


def test_absorbed_exchanges_are_not_read_again() -> None:
    state = KIND.absorb({}, talk("My code is AB-12")[0])
    assert absorbed_in(state) == 1
    assert KIND.absorb(state, talk("My code is ZZ-99")[0]) == state
    assert "ZZ-99" not in shown("My code is ZZ-99", state=state)
    assert shown("hello", "and XY-7", state=state).count("\n") == 2


def test_the_same_value_in_the_same_words_is_shown_once() -> None:
    assert shown("My code is AB-12", "My code is AB-12").count("AB-12") == 1


def test_what_comes_after_the_exchanges_is_in_the_prompt_anyway_and_not_shown() -> None:
    exchanges = talk("My code is AB-12", "My pin is CD-34")
    text = KIND.recall(exchanges[:1], absorb_all({}, exchanges), question(), room()).text
    assert ("AB-12" in text, "CD-34" in text) == (True, False)


def test_while_all_fits_no_question_changes_a_byte() -> None:
    texts = [f"The code of {name} is {name[:2].upper()}-{n}7" for n, name in enumerate("abcd" * 3)]
    assert shown(*texts, ask="the code of a") == shown(*texts, ask="something else")


def test_it_tells_whether_another_question_would_get_another_text() -> None:
    exchanges = talk(*(f"Box number {n} weighs {n} kg" for n in range(10, 30)))
    state = absorb_all({}, exchanges)
    assert not KIND.recall(exchanges, state, question("box 12?"), room()).chosen
    assert KIND.recall(exchanges, state, question("box 12?"), room(500)).chosen


def test_over_the_budget_the_nearest_and_the_newest_stay_and_the_rest_is_counted() -> None:
    texts = [f"Box number {n} weighs {n} kg" for n in range(10, 60)]
    text = shown("My order number is HX-48213", *texts, tokens=500, ask="what is my order number?")
    lines = text.splitlines()
    assert len(text) <= 500
    assert "HX-48213" in lines[1]
    hidden = 2 * (len(texts) - (len(lines) - 3))  # a title, one's own line, boxes, the last line
    assert lines[-1].startswith(f"({hidden} more are kept and not shown here")


def test_a_value_that_the_question_names_is_shown_however_long_the_list() -> None:
    codes = [f"ORD-{number * 7919:07d}" for number in range(300)]
    text = shown(f"Keep these: {', '.join(codes)}", tokens=900, ask=f"is {codes[150]} there?")
    assert f"{codes[150]} (user, " in text
    assert f"({300 - (len(text.splitlines()) - 2)} more are kept" in text


def test_without_a_near_fact_the_newest_stay() -> None:
    texts = [f"Box {n}a weighs {n} kg" for n in range(10, 60)]
    text = shown(*texts, tokens=400, ask="zzz")
    assert "59 kg" in text
    assert "10 kg" not in text


def test_a_fact_too_large_for_the_budget_is_left_out_whole_and_kept_in_the_store() -> None:
    code = "```\n" + "x = 1\n" * 200 + "```"
    exchanges = talk(f"Keep\n{code}", "My pin is CD-34")
    state = absorb_all({}, exchanges)
    text = KIND.recall(exchanges, state, question(), room(200)).text
    assert ("CD-34" in text, "x = 1" in text) == (True, False)
    assert code in {fact.value for fact in facts_of(state)}


@pytest.mark.parametrize("tokens", range(0, 400, 7))
def test_the_budget_is_never_exceeded(tokens: int) -> None:
    assert len(shown(*(f"Item {n} costs {n} USD" for n in range(20)), tokens=tokens)) <= tokens


def test_rebuilding_from_the_log_gives_the_state_that_grew_with_it() -> None:
    exchanges = talk("My code is AB-12", "کد من ۱۲۳۴ است", "我的订单号是HX-1")
    assert state_from(KIND, exchanges) == absorb_all({}, exchanges)


def test_nothing_to_show_is_nothing() -> None:
    assert KIND.recall(talk("hello"), {}, question(), room()) == Recollection()


def test_what_a_tool_said_is_a_fact_too() -> None:
    said = Exchange(1, (Message("user", "price?"), Message("tool", "66,250.50 EUR")), NOW, NOW)
    text = KIND.recall((said,), {}, question(), room()).text
    assert "66,250.50 EUR (tool, 2026-11-29, exchange 1)" in text


def test_whatever_prose_makes_of_an_id_the_ledger_still_has_it() -> None:
    assert "'user-123' must never become" in CASE["counter_example"]
    exchanges = talk("My thread is user-123.", "hello")
    told = Summary.from_options(MemoryOptions())
    state = told.learn(exchanges, {}, "The user's id was given.", room())
    assert "user-123" not in summary_text(state)
    assert "user-123" in KIND.recall(exchanges, absorb_all({}, exchanges), question(), room()).text


def test_facts_take_no_more_than_their_share_unless_all_are_wanted() -> None:
    kind = Facts(tokens=600)
    said = talk(*(f"Item {n} costs {n} USD" for n in range(10, 60)))
    usual = kind.recall(said, {}, question("what does item 30 cost?"), room()).text
    every = kind.recall(said, {}, question("show me all numbers"), room()).text
    assert len(usual) <= 600
    assert "30 USD" in usual
    assert all(f"{n} USD" in every for n in range(10, 60))


def test_a_value_that_a_later_exchange_takes_back_is_not_shown_as_current() -> None:
    said = talk("My budget is $600", "hello", "Make the budget $775, not $600.")
    state = absorb_all({}, said[:2])
    text = KIND.recall(said[:2], KIND.revised(state, said), question(), room()).text
    held, _, history = text.partition("What held once")
    assert "$600" not in held
    assert "$600" in history
    assert absorbed_in(state) == 2


def test_what_answers_from_memory_alone_adds_nothing() -> None:
    said = pair(1, "My code is AB-12", "AB-12: you told me on 29 November.")
    assert len(facts_of(absorb_all({}, [replace(said, model="offline")]))) == 1


def test_many_at_once_and_one_by_one_give_the_same_state() -> None:
    said = talk("budget $600", "make the budget $700", "the price is 5 EUR", "the price is 6 EUR")
    state: State = {}
    for exchange in said:
        state = KIND.absorb(state, exchange)
    assert state == absorb_all({}, said)
