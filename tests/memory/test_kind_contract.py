"""What every kind of memory promises, over every kind found in memory/kinds."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import Exchange, pair
from memory.kind import Absorbing, Kind, MemoryOptions, Ranking, Recollection, State, state_from
from memory.kinds import kind_names, load_kind
from tests.memory.chats import chat, question, room, talk

EVERY_KIND = pytest.mark.parametrize("name", kind_names())
SECRET = "ZX-99173-QP"

POOR_CHATS: dict[str, tuple[Exchange, ...]] = {
    "nothing": (),
    "stop words": talk("the of and is", "to a in"),
    "emoji": talk("😀", "👩‍🚀🎉", reply="👍"),
    "one character": talk("a", "7", "我", reply="b"),
    "empty texts": talk("", "", reply=""),
    "white space": talk(" \n\t", "\u200c\u200b", reply="\u3000"),
    "one exchange": chat(1),
    "two exchanges": chat(2),
    "identical": talk(*["same again"] * 8),
    "one very long": talk("word " * 5000 + "12345 " * 500, "short"),
    "no user side": (pair(1, "", "hello, I am here"), pair(2, "hi", "")),
    "all scripts": talk("سفارش ۱۲۳۴", "订单号是1234", "order 1234", "заказ 1234", "注文は1234"),
}
TEXTS = st.text(alphabet="ab c1۲我می😀-.\n", max_size=30)
CHATS = st.lists(st.tuples(TEXTS, TEXTS), max_size=9).map(
    lambda texts: tuple(pair(n, u, a) for n, (u, a) in enumerate(texts, start=1))
)


def built(name: str) -> Kind:
    return load_kind(name).from_options(MemoryOptions())


def cost(shown: Recollection) -> int:
    text = len(shown.text)
    return text + sum(room().cost(pick.exchange) for pick in shown.picks)


def check(shown: Recollection, exchanges: Sequence[Exchange], tokens: int) -> None:
    """Only whole exchanges of this chat, each once, within the budget."""
    picked = [pick.exchange for pick in shown.picks]
    assert all(any(each is given for given in exchanges) for each in picked)
    assert len({each.number for each in picked}) == len(picked)
    assert cost(shown) <= tokens


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
        assert re.fullmatch(r"[A-Z].{20,300}[.?!]", text), text


@EVERY_KIND
def test_an_empty_chat_recalls_nothing(name: str) -> None:
    assert built(name).recall((), {}, question(), room()) == Recollection()


@EVERY_KIND
@pytest.mark.parametrize("exchanges", POOR_CHATS.values(), ids=POOR_CHATS.keys())
@pytest.mark.parametrize("asked", ["", "😀", "the", "a", "what is my order?", "我", "\n"])
def test_poor_texts_never_raise(name: str, exchanges: Sequence[Exchange], asked: str) -> None:
    kind = built(name)
    for tokens in (0, 40, 1_000_000):
        shown = kind.recall(exchanges, state_from(kind, exchanges), question(asked), room(tokens))
        check(shown, exchanges, tokens)


@EVERY_KIND
@settings(max_examples=25, deadline=None)
@given(exchanges=CHATS, asked=TEXTS, tokens=st.integers(0, 200))
def test_the_budget_is_kept_and_pairs_are_never_split(
    name: str, exchanges: tuple[Exchange, ...], asked: str, tokens: int
) -> None:
    kind = built(name)
    shown = kind.recall(exchanges, state_from(kind, exchanges), question(asked), room(tokens))
    check(shown, exchanges, tokens)


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


@EVERY_KIND
def test_recalling_twice_gives_the_same_and_changes_nothing(name: str) -> None:
    kind, exchanges = built(name), POOR_CHATS["all scripts"]
    state: Any = state_from(kind, exchanges)
    before = copy.deepcopy(state)
    shown = [kind.recall(exchanges, state, question("order 1234"), room()) for _ in range(2)]
    assert shown[0] == shown[1]
    assert state == before


@EVERY_KIND
def test_nothing_of_another_conversation_is_ever_shown(name: str) -> None:
    kind = built(name)
    alice = talk(f"my order number is {SECRET}", "and my code is 4417", "thanks")
    bob = talk("my order number is AB-1", "and my code is 2", "hello", "bye")
    states: dict[str, State] = {"alice": {}, "bob": {}}
    for hers, his in zip(alice, bob[:3], strict=True):
        for chat_name, said in (("alice", hers), ("bob", his)):
            if isinstance(kind, Absorbing):
                states[chat_name] = kind.absorb(states[chat_name], said)

    kind.recall(alice, states["alice"], question(), room())
    shown = kind.recall(bob, states["bob"], question("order number code"), room())

    check(shown, bob, 1_000_000)
    assert SECRET not in shown.text
    assert "4417" not in shown.text


@EVERY_KIND
def test_a_kind_that_ranks_names_each_exchange_once(name: str) -> None:
    kind, exchanges = built(name), POOR_CHATS["all scripts"]
    if isinstance(kind, Ranking):
        ranked = kind.ranking(exchanges, state_from(kind, exchanges))(question("order"))
        found = [pick.exchange.number for pick in ranked]
        assert found
        assert len(found) == len(set(found))
        assert set(found) <= {1, 2, 3, 4, 5}
