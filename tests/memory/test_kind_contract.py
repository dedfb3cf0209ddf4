"""What every kind of memory promises, over every kind there is; new ones are found by themselves.

More of it: test_kind_contract_apart.py (chats never mix), test_kind_contract_together.py (in
recipes and logs).
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import Exchange
from memory.kind import (
    Absorbing,
    AbsorbingMany,
    BadParams,
    Budget,
    FromParams,
    Kind,
    MemoryOptions,
    Ranking,
    Recollection,
    State,
    state_from,
)
from memory.kinds import load_kind
from tests.memory.chats import chat, question, room
from tests.memory.contract import (
    CHATS,
    COUNTS,
    EVERY_KIND,
    PLENTY,
    POOR_CHATS,
    POOR_QUESTIONS,
    TEXTS,
    built,
    check,
    recalled,
)


@EVERY_KIND
def test_the_file_and_the_kind_have_the_same_name(name: str) -> None:
    kind = load_kind(name)
    assert (kind.name, kind.place in ("context", "recent", "recalled")) == (name, True)
    assert type(kind.version) is int
    assert kind.version >= 1


@EVERY_KIND
def test_a_kind_says_in_sentences_what_it_is_good_and_bad_for(name: str) -> None:
    said = load_kind(name).explanation
    for text in (said.what, said.good_for, said.bad_for, said.origin):
        assert re.fullmatch(r"[A-Z].{10,300}[.?!]", text), text


@EVERY_KIND
def test_building_it_twice_gives_the_same_and_does_nothing_else(name: str) -> None:
    exchanges = chat(5)
    state = state_from(built(name), exchanges)
    before = copy.deepcopy(state)
    assert built(name) == built(name)
    assert (state, exchanges) == (before, chat(5))


@EVERY_KIND
def test_an_empty_chat_recalls_nothing(name: str) -> None:
    assert built(name).recall((), {}, question(), room()) == Recollection()


@EVERY_KIND
@pytest.mark.parametrize("exchanges", POOR_CHATS.values(), ids=POOR_CHATS.keys())
def test_poor_texts_never_raise(name: str, exchanges: Sequence[Exchange]) -> None:
    kind = built(name)
    state = state_from(kind, exchanges)
    for asked in POOR_QUESTIONS:
        for tokens in (0, 40, PLENTY):
            shown = kind.recall(exchanges, state, question(asked), room(tokens))
            check(shown, exchanges, room(tokens))


@EVERY_KIND
@pytest.mark.parametrize("asked", ["", "😀", "the of and", "我", "zzqx vvkw", "?!"])
def test_where_nothing_fits_the_question_the_newest_are_recalled(name: str, asked: str) -> None:
    kind, exchanges = built(name), chat(9)
    if kind.place == "recalled":
        picks = recalled(kind, exchanges, asked).picks
        assert {pick.exchange.number for pick in picks} == set(range(10 - len(picks), 10))
        assert picks


@EVERY_KIND
@settings(max_examples=20, deadline=None)
@given(exchanges=CHATS, asked=TEXTS, tokens=st.integers(0, 200), count=COUNTS)
def test_the_budget_is_kept_in_tokens_and_pairs_are_never_split(
    name: str,
    exchanges: tuple[Exchange, ...],
    asked: str,
    tokens: int,
    count: Callable[[str], int],
) -> None:
    budget = Budget(tokens, count)
    check(recalled(built(name), exchanges, asked, budget), exchanges, budget)


@EVERY_KIND
@pytest.mark.parametrize("length", [1, 2, 3])
def test_more_may_be_wanted_than_is_stored(name: str, length: int) -> None:
    options = MemoryOptions(window_pairs=50, recalled=50)
    exchanges = chat(length)
    for kind in (built(name, options), *by_params(name, {"k": 50, "n_clusters": 50})):
        shown = recalled(kind, exchanges, "question 001")
        check(shown, exchanges, room())
        if kind.place == "recent":
            assert len(shown.picks) == length


@EVERY_KIND
def test_two_exchanges_or_equal_ones_make_no_three_clusters_and_raise_nothing(name: str) -> None:
    for kind in by_params(name, {"n_clusters": 3}):
        for exchanges in (chat(2), POOR_CHATS["identical"]):
            check(recalled(kind, exchanges, "same question"), exchanges, room())


@EVERY_KIND
def test_none_means_none(name: str) -> None:
    counted = by_params(name, {"k": 0})
    for kind in (built(name, MemoryOptions(window_pairs=0, recalled=0)), *counted):
        shown = recalled(kind, chat(6), "question 003")
        assert len(shown.picks) == (6 if name == "buffer" else 0)


def by_params(name: str, params: dict[str, Any]) -> list[Kind]:
    """The kind built from each of the params that it takes."""
    kind, found = load_kind(name), []
    for param, value in params.items():
        if issubclass(kind, FromParams):
            with suppress(BadParams):  # not one of its own
                found.append(kind.from_params({param: value}))
    return found


@EVERY_KIND
def test_a_recent_kind_shows_an_unbroken_suffix_oldest_first(name: str) -> None:
    kind, exchanges = built(name), chat(9)
    if kind.place == "recent":
        picks = kind.recall(exchanges, {}, question(), room(120)).picks
        assert 0 < len(picks) < 9
        assert tuple(pick.exchange for pick in picks) == exchanges[-len(picks) :]


@EVERY_KIND
@settings(max_examples=15, deadline=None)
@given(exchanges=CHATS)
def test_absorbing_leaves_the_given_state_alone_and_gives_json(
    name: str, exchanges: tuple[Exchange, ...]
) -> None:
    kind = built(name)
    state: State = {}
    if isinstance(kind, Absorbing):
        for exchange in exchanges:
            before = copy.deepcopy(state)
            after = kind.absorb(state, exchange)
            assert state == before
            assert json.loads(json.dumps(after)) == after
            state = after
    if isinstance(kind, AbsorbingMany) and isinstance(kind, Absorbing):
        assert kind.absorb_all({}, exchanges) == state


@EVERY_KIND
@pytest.mark.parametrize("exchanges", POOR_CHATS.values(), ids=POOR_CHATS.keys())
def test_a_state_that_was_stored_recalls_the_same(
    name: str, exchanges: tuple[Exchange, ...]
) -> None:
    kind = built(name)
    state = state_from(kind, exchanges)
    stored = json.loads(json.dumps(state))
    asked = question("my order 1234")
    assert kind.recall(exchanges, stored, asked, room()) == kind.recall(
        exchanges, state, asked, room()
    )


@EVERY_KIND
def test_recalling_twice_gives_the_same_and_changes_nothing(name: str) -> None:
    kind, exchanges = built(name), POOR_CHATS["all scripts"]
    state: Any = state_from(kind, exchanges)
    before = copy.deepcopy(state)
    shown = [kind.recall(exchanges, state, question("order 1234"), room()) for _ in range(2)]
    assert shown[0] == shown[1]
    assert state == before
    assert exchanges == copy.deepcopy(exchanges)


@EVERY_KIND
def test_a_kind_that_ranks_names_each_exchange_once(name: str) -> None:
    kind, exchanges = built(name), POOR_CHATS["all scripts"]
    if isinstance(kind, Ranking):
        ranked = kind.ranking(exchanges, state_from(kind, exchanges))(question("order"))
        found = [pick.exchange.number for pick in ranked]
        assert found
        assert len(found) == len(set(found))
        assert set(found) <= {1, 2, 3, 4, 5}
