"""An index that was packed and unpacked is the one that was packed."""

from __future__ import annotations

from array import array
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import Exchange, pair
from memory.kind import Question
from memory.search.card import card_of
from memory.search.columns import Column, pack_columns, unpack_columns
from memory.search.index import SearchIndex
from tests.memory.chats import NOW

WORDS = (
    *("my", "kettle", "kettles", "Oslo", "on", "2 May", "yesterday", "is", "HX-48213", "naïve"),
    *("我的猫叫小白", "五月二日", "سفارشم", "کتاب‌ها", "دیروز", "🙂", "", "日本語", "\ud800"),
)
texts = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
said = st.lists(st.tuples(texts, texts, st.integers(0, 200)), max_size=12)


def exchanges(told: list[tuple[str, str, int]], first: int = 1) -> list[Exchange]:
    at, found = NOW - timedelta(days=40), []
    for number, (user, reply, minutes) in enumerate(told, start=first):
        at += timedelta(minutes=minutes)
        found.append(pair(number, user, reply, at=at))
    return found


def index_of(told: list[Exchange], index: SearchIndex | None = None) -> SearchIndex:
    index = index or SearchIndex()
    for exchange in told:
        index.add(exchange.number, card_of(exchange))
    return index


@settings(max_examples=80, deadline=None)
@given(before=said, later=said, asked=texts)
def test_it_answers_and_grows_as_before(
    before: list[tuple[str, str, int]], later: list[tuple[str, str, int]], asked: str
) -> None:
    whole = exchanges([*before, *later])
    plain = index_of(whole)
    unpacked = SearchIndex.unpack(index_of(whole[: len(before)]).packed())
    grown = index_of(whole[len(before) :], unpacked)
    question = Question(asked, NOW, previous="my kettle")
    assert grown.search(question) == plain.search(question)
    assert grown.sees(question) == plain.sees(question)
    assert grown.packed() == plain.packed()
    assert grown.size_bytes == plain.size_bytes


@given(
    integers=st.lists(st.integers(-(2**62), 2**62 - 1)),
    small=st.lists(st.integers(-3, 300)),
    floats=st.lists(st.floats(allow_nan=False)),
    words=st.lists(st.text()),
)
def test_columns_come_back_without_a_difference(
    integers: list[int], small: list[int], floats: list[float], words: list[str]
) -> None:
    columns: dict[str, Column] = {
        "integers": array("q", integers),
        "small": array("l", small),
        "floats": array("d", floats),
        "words": words,
    }
    found = unpack_columns(pack_columns(columns))
    assert found == columns
    assert [getattr(column, "typecode", "") for column in found.values()] == ["q", "l", "d", ""]
