"""What a warm worker knows of the facts is what a cold one reads."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from memory.conversation import ConversationId, Exchange, pair
from memory.facts.known_ledger import absorb_all, facts_of, give_back, take_ledger
from memory.facts.lines import Lines, entries_of
from memory.kind import MemoryOptions, State, state_from
from memory.kinds.facts import Facts
from memory.log import Log
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory
from tests.memory.chats import NOW, question, room, talk

THINGS = ("lamp", "rug", "چراغ", "desk")
KIND = Facts()


def said(number: int) -> Exchange:
    """Prices that are new, changed, contradicted, and said again."""
    thing, price = THINGS[number % 4], 20 + number * 31 % 57
    texts = (
        f"The {thing} costs {price} EUR, order HX-{number * 7}.",
        f"Make the {thing} {price} EUR, not {20 + (number - 4) * 31 % 57} EUR.",
        f"قیمت {thing} {price} یورو است.",
    )
    reply = f"The {thing} costs {price + 1} EUR." if number % 5 == 0 else "ok"
    return pair(number, texts[number % 3], reply, at=NOW)


def log_of_length(size: int) -> Log:
    log = Log([], {})
    for number in range(1, size + 1):
        log = log.with_next(said(number))
    return log


def memory_of(log: Log, state: State | None) -> ChatMemory:
    last = log.numbers[-1]
    states = {} if state is None else {"facts": {"version": Facts.version, "state": state}}
    return ChatMemory(ConversationId("1"), log, last, 0, 0, states)


@pytest.mark.parametrize("stored_up_to", [0, 20])
@pytest.mark.parametrize("tokens", [700, 4_000, 100_000])
def test_warm_and_cold_give_the_same_text_at_every_turn(stored_up_to: int, tokens: int) -> None:
    stored = absorb_all({}, tuple(log_of_length(stored_up_to))) if stored_up_to else None
    recipe = build_recipe("facts,window", MemoryOptions(facts_tokens=tokens))
    warm = memory_of(log_of_length(40), stored)
    for number in range(41, 56):
        asked = question(f"What does the {THINGS[number % 4]} of order HX-{number * 3} cost?")
        log = warm.exchanges.with_next(said(number))  # type: ignore[attr-defined]
        warm = replace(warm, exchanges=log, last_number=number)
        read_anew = json.loads(json.dumps(stored)) if stored else None
        cold = memory_of(log_of_length(number), read_anew)
        shown = recall(warm, recipe, asked, room(tokens + 900))
        assert shown == recall(cold, recipe, asked, room(tokens + 900))
        assert shown.context


def test_a_ledger_that_grew_turn_by_turn_is_that_of_the_whole_log() -> None:
    log = log_of_length(12)
    state = absorb_all({}, tuple(log.up_to(8)))
    for number in range(13, 40):
        log = log.with_next(said(number))
        grown = KIND.revised(state, log)
    assert json.loads(json.dumps(grown)) == json.loads(json.dumps(absorb_all({}, tuple(log))))


def test_the_next_turn_reads_only_what_is_new() -> None:
    log = log_of_length(30)
    state = absorb_all({}, tuple(log.up_to(20)))
    KIND.revised(state, log)
    ledger = log.cards.ledgers[0].ledger
    log = log.with_next(said(31))
    KIND.recall(log.up_to(25), KIND.revised(state, log), question(), room())
    assert log.cards.ledgers[0].ledger is ledger
    assert log.cards.ledgers[0].base is state


def test_a_state_that_nobody_stores_grows_too() -> None:
    log = log_of_length(5)
    state = state_from(KIND, log)
    ledger = log.cards.ledgers[0].ledger
    log = log.with_next(said(6))
    state = state_from(KIND, log.after(5), state)
    assert log.cards.ledgers[0].ledger is ledger
    assert state == absorb_all({}, tuple(log))


def test_another_log_under_the_same_state_is_read_anew() -> None:
    state = absorb_all({}, talk("My code is AB-12."))
    log = Log([], {}).with_next(said(1))
    one = KIND.revised(state, log.with_next(pair(2, "The fee is 5 EUR.", "ok", at=NOW)))
    other = Log([1, 2], {1: said(1), 2: pair(2, "The fee is 9 EUR.", "ok", at=NOW)}, log.cards)
    values = [[fact.value for fact in facts_of(each)] for each in (one, KIND.revised(state, other))]
    assert values == [["AB-12", "5 EUR"], ["AB-12", "9 EUR"]]


def test_who_comes_while_it_is_in_use_reads_his_own() -> None:
    log = log_of_length(9)
    mine = take_ledger({}, log)
    theirs = take_ledger({}, log)
    give_back(theirs, log)
    assert mine.ledger is not theirs.ledger
    assert mine.state == theirs.state


@pytest.mark.parametrize("last", [1, 17, 40])
def test_lines_asked_for_one_by_one_are_those_of_all(last: int) -> None:
    known = take_ledger({}, log_of_length(40)).ledger.said
    lines = Lines(known, last)
    written = list(lines.all())
    assert written == entries_of(fact for fact in known.facts if fact.exchange <= last)
    newest = sorted(lines.newest_first(), key=lambda entry: entry.text)
    assert newest == sorted(written, key=lambda entry: entry.text)
    for entry in written:
        assert all(lines.showing(fact) == entry for fact in entry.facts)
    assert known.count(last) == sum(len(entry.facts) for entry in written)
