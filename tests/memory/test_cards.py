"""Cards of a log, packed and unpacked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.cards import BadCards, Cards
from memory.conversation import Exchange, pair
from memory.kind import Question
from memory.search import snapshot
from memory.search.card import card_of

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
ASKED = Question("How much was the kettle?", NOON)


def told(count: int, first: int = 1) -> list[Exchange]:
    numbers = range(first, first + count)
    at = NOON - timedelta(days=3)
    what = {3: "kettle"}
    return [pair(n, f"the {what.get(n, 'lamp')} is {n} euro", "noted", at=at) for n in numbers]


def cards_of(exchanges: list[Exchange], cards: Cards | None = None) -> Cards:
    cards = cards or Cards()
    for each in exchanges:
        cards.add(each.number, each.answered_at, card_of(each))
    return cards


def found(cards: Cards) -> list[int]:
    return [hit.number for hit in cards.search(ASKED, lambda _number: True)]


def packed(cards: Cards) -> bytes:
    data = cards.packed(cards.last, "a note")
    assert data is not None
    return data


def test_they_come_back_whole_and_go_on_growing() -> None:
    cards, note = Cards.unpack(packed(cards_of(told(9))))
    assert (note, list(cards.numbers), cards.last) == ("a note", list(range(1, 10)), 9)
    assert cards.answered_at(4) == int((NOON - timedelta(days=3)).timestamp())
    whole = cards_of(told(20))
    assert found(cards_of(told(11, first=10), cards)) == found(whole)
    assert packed(cards) == packed(whole)


def test_one_that_is_known_already_is_not_added_again() -> None:
    cards = cards_of(told(4))
    before = cards.size_bytes
    cards_of(told(4), cards)
    assert (cards.last, cards.size_bytes) == (4, before)


def test_with_an_exchange_too_many_they_are_not_packed() -> None:
    cards = cards_of(told(9))
    assert cards.packed(8, "") is None


def test_a_card_that_waits_counts_until_it_is_indexed() -> None:
    cards = Cards()
    empty = cards.size_bytes
    cards_of(told(9), cards)
    assert cards.size_bytes > empty + 9 * 100
    cards.grow()
    assert found(cards) == found(cards_of(told(9)))


def test_what_is_damaged_is_not_used() -> None:
    data = packed(cards_of(told(9)))
    for at in range(0, len(data), 7):
        garbled = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(BadCards):
            Cards.unpack(garbled)
    for cut in (b"", data[:3], data[:-1]):
        with pytest.raises(BadCards):
            Cards.unpack(cut)


def test_what_another_version_packed_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    data = packed(cards_of(told(9)))
    monkeypatch.setattr(snapshot, "SHAPE", 0)
    with pytest.raises(BadCards, match="another version"):
        Cards.unpack(data)
