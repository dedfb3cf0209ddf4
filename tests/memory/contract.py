"""What the contract suite builds and checks of every kind, built in and plugged in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from memory.conversation import Exchange, Message, pair
from memory.kind import Budget, Kind, MemoryOptions, Recollection, state_from
from memory.kinds import kind_names, load_kind
from tests.memory.chats import chat, question, room, talk

EVERY_KIND = pytest.mark.parametrize("name", kind_names())
PLENTY = 1_000_000


def with_tool(number: int, user: str) -> Exchange:
    """An exchange in which the model used a tool."""
    plain = pair(number, user, "sunny")
    asked, answered = plain.messages
    return replace(plain, messages=(asked, Message("tool", '{"degrees": 21}'), answered))


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
    "gaps in the numbers": (pair(3, "my code is 4417", "noted"), pair(9, "thanks", "sure")),
    "a tool's word": (with_tool(1, "the weather?"), with_tool(2, "and tomorrow?")),
}
POOR_QUESTIONS = ("", "😀", "the", "a", "what is my order?", "我", "\n")

TEXTS = st.text(alphabet="ab c1۲我می😀-.\n", max_size=30)
CHATS = st.lists(st.tuples(TEXTS, TEXTS), max_size=9).map(
    lambda texts: tuple(pair(n, u, a) for n, (u, a) in enumerate(texts, start=1))
)
COUNTS = st.sampled_from((len, lambda text: len(text.encode()) // 3 + 1, lambda text: 4))
"""Ways to count tokens: none is a plain sum over the characters but the first."""


def built(name: str, options: MemoryOptions = MemoryOptions()) -> Kind:  # noqa: B008  # frozen
    return load_kind(name).from_options(options)


def recalled(
    kind: Kind, exchanges: Sequence[Exchange], asked: str, budget: Budget | None = None
) -> Recollection:
    return kind.recall(exchanges, state_from(kind, exchanges), question(asked), budget or room())


def check(shown: Recollection, exchanges: Sequence[Exchange], budget: Budget) -> None:
    """Only whole exchanges of this chat, each once, within the budget."""
    picked = [pick.exchange for pick in shown.picks]
    assert all(any(each is given for given in exchanges) for each in picked)
    assert len({each.number for each in picked}) == len(picked)
    text = budget.count(shown.text) if shown.text else 0
    assert text + sum(map(budget.cost, picked)) <= budget.tokens
