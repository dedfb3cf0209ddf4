"""Chats to search, and their index."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from memory.conversation import Exchange, pair
from memory.kind import Question
from memory.search.card import card_of
from memory.search.index import SearchIndex
from tests.memory.chats import NOW


def index_of(exchanges: Iterable[Exchange]) -> SearchIndex:
    index = SearchIndex()
    for exchange in exchanges:
        index.add(exchange.number, card_of(exchange))
    return index


def days(*texts: str, first: datetime = NOW, reply: str = "noted") -> tuple[Exchange, ...]:
    """One exchange a day, so that each is a session of its own."""
    return tuple(
        pair(n, text, reply, at=first + timedelta(days=n - 1)) for n, text in enumerate(texts, 1)
    )


def found(index: SearchIndex, text: str, at: datetime = NOW, previous: str = "") -> list[int]:
    return [hit.number for hit in index.search(Question(text, at, previous))]
