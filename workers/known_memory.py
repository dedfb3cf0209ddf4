"""One conversation as a process knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.conversation import ConversationId, Exchange
from memory.store import ChatMemory
from workers.packing import unpack
from workers.read_logs import ReadLog, read_anew, read_further
from workers.scripts.reading import NOTHING_SEEN, Entry, Record, Seen

EXCHANGE_BYTES = 2_000
"""What the objects of one exchange take beside its text."""
CARD_SIZE = 6
"""How many times its bytes a card takes in the index, measured with 10,000 exchanges."""
INDEX_SIZE = 4
"""How many bytes of cards became one byte of a packed index."""
STATE_SIZE = 8
"""How many times its JSON's bytes a state takes: as objects four times, and as much again for
what is read out of it (memory/facts/known_ledger.py)."""

LEAST_INDEXED = 500
"""The index of a shorter log would take the server more room than it saves a worker time."""
MORE_INDEXED = 0.25
"""An index is kept anew when it lacks this share of the log, so that all that is written of
indexes over a chat's life is a few times the last one."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """About how many bytes a conversation takes here."""

    bodies: int = 0
    cards: int = 0
    states: int = 0

    @property
    def kept(self) -> int:
        """What stays when the bodies go."""
        return self.cards + self.states


@dataclass(frozen=True, slots=True)
class Stored:
    """How an exchange was stored, its card ("" for none), its reply's message ids as they are
    stored, and the fence of its commit."""

    exchange: bytes
    card: str
    reply_ids: bytes
    at: str


@dataclass(frozen=True, slots=True)
class Known:
    """One conversation as it was read last. `log` is that of `memory` · newest: its last entry,
    readable or not."""

    memory: ChatMemory
    log: ReadLog
    seen: Seen
    newest: Entry | None
    sizes: Sizes

    @property
    def index_is_due(self) -> bool:
        """Whether so many exchanges are not in the kept index that keeping another pays."""
        exchanges = self.log.exchanges
        more = len(exchanges.after(self.log.indexed))
        return more >= max(LEAST_INDEXED, len(exchanges) * MORE_INDEXED)

    def without_bodies(self) -> Known:
        exchanges = self.log.exchanges.without_bodies()
        return replace(
            self,
            memory=replace(self.memory, exchanges=exchanges),
            log=replace(self.log, exchanges=exchanges),
            sizes=replace(self.sizes, bodies=0),
        )

    @property
    def sizes_further(self) -> Sizes:
        """Without what is read again."""
        again = _entry_size(self.newest) if self.newest else 0
        return replace(self.sizes, bodies=max(0, self.sizes.bodies - again))

    def with_said(self, exchange: Exchange, stored: Stored) -> Known:
        """Every turn comes by here, hence no `replace`, which takes its time."""
        was, log = self.memory, self.log
        exchanges = log.exchanges.with_next(exchange, stored.card or None)
        memory = ChatMemory(
            was.conversation,
            exchanges,
            exchange.number,
            was.watermark,
            was.summary_version,
            was.states,
        )
        newest = Entry(exchange.number, stored.exchange, stored.reply_ids)
        sizes = self.sizes
        return Known(
            memory,
            ReadLog(exchanges, log.left_out, log.indexed),
            self.seen.further(exchange.number, stored.at),
            newest,
            Sizes(
                sizes.bodies + _entry_size(newest),
                sizes.cards + CARD_SIZE * len(stored.card),
                sizes.states,
            ),
        )

    def with_bodies(self, entries: Sequence[Entry]) -> Known:
        more = sum(map(_entry_size, entries))
        return replace(self, sizes=replace(self.sizes, bodies=self.sizes.bodies + more))


def seen_of(known: Known | None) -> Seen:
    return known.seen if known else NOTHING_SEEN


def learned(
    conversation: ConversationId, known: Known | None, record: Record, *, complete: bool = False
) -> Known | None:
    """What is known after `record`, and was before it was asked for; None as in
    KnownMemories.learn."""
    if record.count is not None:
        log = read_anew(record, complete=complete)
        return None if log is None else _known(conversation, log, record, known, Sizes())
    if known and known.newest and record.entries and _same(record.entries[0], known.newest):
        log = read_further(known.log, known.newest, record)
        return _known(conversation, log, record, known, known.sizes_further)
    return None


def _known(
    conversation: ConversationId,
    log: ReadLog,
    record: Record,
    known: Known | None,
    sizes: Sizes,
) -> Known:
    """`known` has the states when the record brought none. `sizes`: without the record's."""
    memory = ChatMemory(
        conversation,
        exchanges=log.exchanges,
        last_number=record.last,
        watermark=record.watermark,
        summary_version=int(record.seen.version),
        states=known.memory.states if known and record.states is None else _states(record),
    )
    newest = record.entries[-1] if record.entries else None
    return Known(memory, log, record.seen, newest, _with_record(sizes, known, record))


def _states(record: Record) -> dict[str, dict[str, Any]]:
    """A state that cannot be read is as good as none: it is rebuilt from the log."""
    states = {kind: dict(unpack(stored)) for kind, stored in (record.states or {}).items()}
    return {kind: state for kind, state in states.items() if {"version", "state"} <= state.keys()}


def _same(entry: Entry, other: Entry) -> bool:
    return (entry.number, entry.exchange) == (other.number, other.exchange)


def _with_record(sizes: Sizes, known: Known | None, record: Record) -> Sizes:
    states = known.sizes.states if known else 0
    if record.states is not None:
        states = STATE_SIZE * sum(map(len, record.states.values()))
    return Sizes(
        bodies=sizes.bodies + sum(map(_entry_size, record.entries)),
        cards=sizes.cards + CARD_SIZE * _cards_size(record),
        states=states,
    )


def _cards_size(record: Record) -> int:
    cards = sum(map(len, filter(None, record.cards)))
    return cards + INDEX_SIZE * len(record.index or b"")


def _entry_size(entry: Entry) -> int:
    return len(entry.exchange) + EXCHANGE_BYTES
