"""What a process knows of the memories it read, so that the next read brings only what is new.

Exchanges never change once they are stored, but for the message ids of the newest one, which
come when its reply was delivered. Where room is short, bodies go before cards and states: bodies
are read again one by one, cards all together.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.conversation import ConversationId, Exchange
from memory.log import log_of
from memory.store import ChatMemory
from workers.packing import unpack
from workers.read_logs import ReadLog, exchanges_of, read_anew, read_further
from workers.scripts.reading import NOTHING_SEEN, Entry, Record, Seen

MOST_BYTES = 64 << 20
EXCHANGE_BYTES = 2_000
"""What the objects of one exchange take beside its text."""
CARD_SIZE = 6
"""How many times its bytes a card takes in the index, measured with 10,000 exchanges."""
INDEX_SIZE = 4
"""How many bytes of cards became one byte of a packed index."""
STATE_SIZE = 4
"""How many times its JSON's bytes a state takes."""

LEAST_INDEXED = 500
"""A shorter log is indexed anew as fast as its index would be read."""
MORE_INDEXED = 0.25
"""An index is kept anew when it lacks this share of the log, so that all that is written of
indexes over a chat's life is a few times the last one."""

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

    def with_more(self, more: Sizes) -> Sizes:
        return Sizes(self.bodies + more.bodies, self.cards + more.cards, self.states + more.states)


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
        more = Sizes(_entry_size(newest), CARD_SIZE * len(stored.card), 0)
        return Known(
            memory,
            ReadLog(exchanges, log.left_out, log.indexed),
            self.seen.further(exchange.number, stored.at),
            newest,
            self.sizes.with_more(more),
        )

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
        sizes, log = Sizes(), None
        if record.count is not None:
            log = read_anew(record, complete=complete)
        elif known and known.newest and record.entries and _same(record.entries[0], known.newest):
            log, sizes = read_further(known.log, known.newest, record), known.sizes_further
        if log is None:
            return None
        learned = _known(conversation, log, record, known, sizes)
        self._keep(conversation, learned)
        return learned.memory

    def said(self, conversation: ConversationId, exchange: Exchange, stored: Stored) -> None:
        """This process appended the exchange to the log, and delivered its reply."""
        known = self._known.get(conversation)
        if known is not None and known.memory.last_number == exchange.number - 1:
            self._forget(conversation)
            self._keep(conversation, known.with_said(exchange, stored))

    def note_indexed(self, conversation: ConversationId, last: int) -> None:
        """An index up to this exchange is kept beside the log."""
        known = self.of(conversation)
        if known is not None:
            self._known[conversation] = replace(known, log=replace(known.log, indexed=last))

    def read(self, memory: ChatMemory, entries: Sequence[Entry]) -> None:
        """Note bodies of a memory's exchanges that were read later."""
        exchanges, known = log_of(memory.exchanges), self.of(memory.conversation)
        exchanges.read(exchanges_of(entries).values())
        if known is not None and known.log.exchanges.shares_bodies(exchanges):
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
