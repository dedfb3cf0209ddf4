"""What a process knows of the memories it read, so that the next read brings only what is new.

Exchanges never change once they are stored, but for the message ids of the newest one, which
come when its reply was delivered. Where room is short, bodies go before cards and states: bodies
are read again one by one, cards all together.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog

from memory.cards import Cards
from memory.conversation import BadExchange, ConversationId, Exchange
from memory.log import Log, log_of
from memory.store import ChatMemory
from workers.card_rows import CardRow, read_row
from workers.packing import unpack, unpack_ids
from workers.scripts.reading import NOTHING_SEEN, Entry, Record, Seen

log = structlog.get_logger()

MOST_BYTES = 64 << 20
EXCHANGE_BYTES = 2_000
"""What the objects of one exchange take beside its text."""
CARD_SIZE = 6
"""How many times its bytes a card takes in the index, measured with 10,000 exchanges."""
STATE_SIZE = 4
"""How many times its JSON's bytes a state takes."""

MOST_CHATS = 10_000
"""Of so many it is known which conversation they are at; others are taken to be at their first."""


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
class Known:
    """One conversation as it was read last. newest: the log's last entry, readable or not."""

    memory: ChatMemory
    seen: Seen
    newest: Entry | None
    sizes: Sizes

    @property
    def exchanges(self) -> Log:
        return log_of(self.memory.exchanges)

    def without_bodies(self) -> Known:
        memory = replace(self.memory, exchanges=self.exchanges.without_bodies())
        return replace(self, memory=memory, sizes=replace(self.sizes, bodies=0))

    def with_bodies(self, entries: Sequence[Entry]) -> Known:
        more = sum(map(_entry_size, entries))
        return replace(self, sizes=replace(self.sizes, bodies=self.sizes.bodies + more))


class KnownMemories:
    """Those read last, up to about `most_bytes`."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._known: OrderedDict[ConversationId, Known] = OrderedDict()
        self._with_bodies: OrderedDict[ConversationId, None] = OrderedDict()
        self._numbers: OrderedDict[str, int] = OrderedDict()
        self.bodies_bytes = 0
        self.kept_bytes = 0

    @property
    def conversations(self) -> int:
        return len(self._known)

    def current(self, chat: str) -> ConversationId:
        """Which conversation the chat was at when that was noted last."""
        return ConversationId(chat, self._numbers.get(chat, 1))

    def note_current(self, chat: str, number: int) -> None:
        self._numbers.pop(chat, None)
        if number != 1:
            self._numbers[chat] = number
        if len(self._numbers) > MOST_CHATS:
            self._numbers.popitem(last=False)

    def of(self, conversation: ConversationId) -> Known | None:
        return self._known.get(conversation)

    def learn(
        self,
        conversation: ConversationId,
        known: Known | None,
        record: Record,
        *,
        complete: bool = False,
    ) -> ChatMemory | None:
        """The memory, from what was `known` when `record` was asked for. None: ask again, knowing
        nothing, for the log is not a later one of the same any more, as after a failover; or, if
        nothing was known, have its cards mended (`complete`: they were)."""
        self._forget(conversation)
        if record.count is not None:
            learned = _anew(conversation, known, record, complete=complete)
        elif known and known.newest and record.entries and _same(record.entries[0], known.newest):
            learned = _further(known, known.newest, record)
        else:
            learned = None
        if learned is None:
            return None
        self._keep(conversation, learned)
        return learned.memory

    def read(self, memory: ChatMemory, entries: Sequence[Entry]) -> None:
        """Note bodies of a memory's exchanges that were read later."""
        exchanges, known = log_of(memory.exchanges), self.of(memory.conversation)
        exchanges.read(_exchanges(entries).values())
        if known is not None and known.exchanges.shares_bodies(exchanges):
            self._forget(memory.conversation)
            self._keep(memory.conversation, known.with_bodies(entries))

    def _keep(self, conversation: ConversationId, known: Known) -> None:
        self._add(conversation, known)
        while self._with_bodies and self.bodies_bytes + self.kept_bytes > self._most_bytes:
            oldest, _ = self._with_bodies.popitem(last=False)
            self.bodies_bytes -= self._known[oldest].sizes.bodies
            self._known[oldest] = self._known[oldest].without_bodies()  # at its place in the order
        while self._known and self.kept_bytes > self._most_bytes:
            self._forget(next(iter(self._known)))

    def _add(self, conversation: ConversationId, known: Known) -> None:
        self._known[conversation] = known
        self.bodies_bytes += known.sizes.bodies
        self.kept_bytes += known.sizes.kept
        if known.sizes.bodies:
            self._with_bodies[conversation] = None

    def _forget(self, conversation: ConversationId) -> None:
        known = self._known.pop(conversation, None)
        self._with_bodies.pop(conversation, None)
        if known is not None:
            self.bodies_bytes -= known.sizes.bodies
            self.kept_bytes -= known.sizes.kept


def seen_of(known: Known | None) -> Seen:
    return known.seen if known else NOTHING_SEEN


def _anew(
    conversation: ConversationId, known: Known | None, record: Record, *, complete: bool
) -> Known | None:
    """None where exchanges are neither among the entries nor have a card, or cards are without
    an exchange."""
    rows = {row.number: row for row in map(read_row, filter(None, record.cards)) if row}
    numbers = sorted({*rows, *(entry.number for entry in record.entries)})
    if len(numbers) != record.count and not complete:
        return None
    bodies = _exchanges(record.entries)
    unreadable = {entry.number for entry in record.entries} - bodies.keys()
    unreadable.update(row.number for row in rows.values() if not row.readable)
    readable = [number for number in numbers if number not in unreadable]
    exchanges = Log(readable, bodies, _cards(readable, rows, bodies))
    return _known(conversation, exchanges, record, known, Sizes())


def _cards(
    numbers: Sequence[int], rows: Mapping[int, CardRow], bodies: Mapping[int, Exchange]
) -> Cards:
    cards = Cards()
    for number in numbers:
        row = rows.get(number)
        if row is None:
            cards.add_text(bodies[number])
        else:
            cards.add(number, row.answered_at, row.card)
    return cards


def _further(known: Known, newest: Entry, record: Record) -> Known:
    """With the entries after the newest one known; that one anew when its message ids came."""
    exchanges, entries = known.exchanges, record.entries
    if entries[0] != newest and exchanges.holds(newest.number):
        exchanges.read(_exchanges(entries[:1]).values())
    bodies = _exchanges(entries[1:])
    for entry, stored in zip(entries[1:], record.cards, strict=True):
        if entry.number in bodies:
            row = read_row(stored) if stored else None
            exchanges = exchanges.with_next(bodies[entry.number], row.card if row else None)
    bodies_before = max(0, known.sizes.bodies - _entry_size(newest))
    sizes = replace(known.sizes, bodies=bodies_before)
    return _known(known.memory.conversation, exchanges, record, known, sizes)


def _known(
    conversation: ConversationId,
    exchanges: Log,
    record: Record,
    known: Known | None,
    sizes: Sizes,
) -> Known:
    """`known` has the states when the record brought none. `sizes`: without the record's."""
    memory = ChatMemory(
        conversation,
        exchanges=exchanges,
        last_number=record.last,
        watermark=record.watermark,
        summary_version=int(record.seen.version),
        states=known.memory.states if known and record.states is None else _states(record),
    )
    newest = record.entries[-1] if record.entries else None
    return Known(memory, record.seen, newest, _with_record(sizes, known, record))


def _exchanges(entries: Sequence[Entry]) -> dict[int, Exchange]:
    """By number. One that cannot be read is left out: better to forget it than to fall silent for
    good."""
    found = {}
    for entry in entries:
        stored = dict(unpack(entry.exchange))
        if entry.reply_ids is not None:
            stored["reply_ids"] = unpack_ids(entry.reply_ids) or stored.get("reply_ids", ())
        try:
            found[entry.number] = Exchange.from_json(stored)
        except BadExchange as error:
            log.warning("exchange unreadable", why=str(error))
    return found


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
        cards=sizes.cards + CARD_SIZE * sum(map(len, filter(None, record.cards))),
        states=states,
    )


def _entry_size(entry: Entry) -> int:
    return len(entry.exchange) + EXCHANGE_BYTES
