"""The cards of a log's exchanges, and the search index that grows out of them.

One object for a conversation, shared by every view of its log. It only grows, by exchanges whose
numbers do; a conversation that lost some begins a new one.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime
from operator import is_
from threading import Lock
from typing import TYPE_CHECKING, Any

from memory.conversation import Exchange
from memory.kind import Question, State
from memory.search.card import card_of
from memory.search.hit import Hit

if TYPE_CHECKING:
    from memory.facts.known_ledger import KnownLedger
    from memory.search.index import SearchIndex

MOST_TUPLES = 8
WAITING_BYTES = 120
"""What the objects of a card that waits to be indexed take beside its text."""


class BadCards(ValueError):
    """Packed cards that cannot be used; make them again."""


class Cards:
    """Cards wait as they come, and are indexed when somebody searches, in whatever thread that
    is; adding one costs next to nothing. `rebuilt`: see memory/rebuilding.py, by kind the numbers
    of the first and the last exchange in its state, and that. `ledgers`: the facts read last, if
    nobody is using them (memory/facts/known_ledger.py)."""

    def __init__(self) -> None:
        self.rebuilt: dict[Hashable, tuple[int, int, State]] = {}
        self.ledgers: list[KnownLedger] = []
        self._numbers = array("q")
        self._answered_at = array("q")  # seconds since 1970
        self._waiting: deque[tuple[int, str | Exchange]] = deque()
        self._waiting_bytes = 0
        self._index: SearchIndex | None = None
        self._packed = b""  # the index, if it was packed and nobody searched yet
        self._lock = Lock()

    @property
    def last(self) -> int:
        """The last number added, 0 before the first."""
        return self._numbers[-1] if self._numbers else 0

    @property
    def size_bytes(self) -> int:
        own = self._numbers.itemsize * 2 * len(self._numbers) + self._waiting_bytes
        own += len(self._packed)
        return own + (self._index.size_bytes if self._index else 0)

    def add(self, number: int, answered_at: datetime | int, card: str | Exchange) -> None:
        """`card`, or the exchange to make it of; an instant or its seconds since 1970. One that
        is not after the last is known already."""
        if number <= self.last:
            return
        seconds = answered_at if isinstance(answered_at, int) else int(answered_at.timestamp())
        self._numbers.append(number)
        self._answered_at.append(seconds)
        self._waiting_bytes += _waiting_bytes(card)
        self._waiting.append((number, card))

    def add_text(self, exchange: Exchange) -> None:
        self.add(exchange.number, exchange.answered_at, exchange)

    @property
    def numbers(self) -> Sequence[int]:
        return self._numbers

    def answered_at(self, number: int) -> int:
        """Seconds since 1970; raises KeyError for one that is not here."""
        at = bisect_left(self._numbers, number)
        if at == len(self._numbers) or self._numbers[at] != number:
            raise KeyError(number)
        return self._answered_at[at]

    def search(
        self, question: Question, among: Callable[[int], bool], most: int | None = None
    ) -> list[Hit]:
        with self._lock:
            return self._grown().search(question, among, most)

    def grow(self) -> None:
        with self._lock:
            self._grown()

    def sees(self, question: Question) -> bool:
        with self._lock:
            return self._grown().sees(question)

    def knows_a_word(self, question: Question) -> bool:
        with self._lock:
            return self._grown().knows_a_word(question)

    def packed(self, last: int, note: str) -> bytes | None:
        """All of it, for `unpack`; None where an exchange after `last` is in it by now. `note` is
        whoever keeps it's own."""
        from memory.search.columns import pack_columns  # noqa: PLC0415  # numpy
        from memory.search.snapshot import snapshot_version  # noqa: PLC0415  # as above

        with self._lock:
            index = self._grown()
            if self.last != last or len(index) != len(self._numbers):
                return None
            words = [snapshot_version(), note]
            columns = {"numbers": self._numbers, "answered_at": self._answered_at}
            head, body = pack_columns({"words": words, **columns}), index.packed()
        whole = len(head).to_bytes(4, "little") + head + body
        return zlib.crc32(whole).to_bytes(4, "little") + whole

    @classmethod
    def unpack(cls, packed: bytes) -> tuple[Cards, str]:
        """What was packed, and the note; the index itself is read when somebody searches. Raises
        BadCards."""
        from memory.search.columns import unpack_columns  # noqa: PLC0415  # numpy
        from memory.search.snapshot import snapshot_version  # noqa: PLC0415  # as above

        whole, cards = packed[4:], cls()
        if zlib.crc32(whole).to_bytes(4, "little") != packed[:4]:
            raise BadCards("they are damaged")
        end = 4 + int.from_bytes(whole[:4], "little")
        try:
            head: Mapping[str, Any] = unpack_columns(whole[4:end])
            version, note = head["words"]
            cards._numbers, cards._answered_at = head["numbers"], head["answered_at"]
        except (ValueError, KeyError, zlib.error):
            raise BadCards("they are of another shape") from None
        if version != snapshot_version():
            raise BadCards("they are of another version")
        cards._packed = whole[end:]
        return cards, note

    def _grown(self) -> SearchIndex:
        """The index with every card in it that waited."""
        if self._index is None:
            from memory.search.index import SearchIndex  # noqa: PLC0415  # numpy, for who searches

            self._index = SearchIndex.unpack(self._packed) if self._packed else SearchIndex()
            self._packed = b""
        while self._waiting:
            number, card = self._waiting.popleft()
            self._index.add(number, card if isinstance(card, str) else card_of(card))
            self._waiting_bytes -= _waiting_bytes(card)
        return self._index


def _waiting_bytes(card: str | Exchange) -> int:
    return WAITING_BYTES + (len(card) if isinstance(card, str) else 0)


class _OfTuples:
    """Cards of the tuples of exchanges seen last, for those who keep no log."""

    def __init__(self) -> None:
        self._kept: deque[tuple[tuple[Exchange, ...], Cards]] = deque(maxlen=MOST_TUPLES)
        self._lock = Lock()

    def of(self, exchanges: tuple[Exchange, ...]) -> Cards:
        with self._lock:
            for kept in self._kept:
                if exchanges and all(map(is_, kept[0], exchanges)):
                    return self._further(kept, exchanges)
            cards = Cards()
            self._kept.append((exchanges, cards))
        return _with(cards, exchanges)

    def _further(
        self, kept: tuple[tuple[Exchange, ...], Cards], exchanges: tuple[Exchange, ...]
    ) -> Cards:
        """They are more of the same, or fewer."""
        said, cards = kept
        self._kept.remove(kept)
        self._kept.append((max(said, exchanges, key=len), cards))
        return _with(cards, exchanges[len(said) :])


_of_tuples = _OfTuples()


def cards_of_texts(exchanges: tuple[Exchange, ...]) -> Cards:
    """The cards of these exchanges, and of those that came after them in what was seen before."""
    return _of_tuples.of(exchanges)


def _with(cards: Cards, exchanges: Sequence[Exchange]) -> Cards:
    for exchange in exchanges:
        cards.add_text(exchange)
    return cards
