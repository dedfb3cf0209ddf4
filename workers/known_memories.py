"""What a process knows of the memories it read, so that the next read brings only what is new.

Exchanges never change once they are stored, but for the message ids of the newest one, which
come when its reply was delivered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from memory.conversation import BadExchange, ConversationId, Exchange
from memory.store import ChatMemory
from workers.packing import unpack, unpack_ids
from workers.scripts.reading import NOTHING_SEEN, Entry, Record, Seen

log = structlog.get_logger()

MOST_BYTES = 64 << 20
EXCHANGE_BYTES = 2_000
"""What the objects of one exchange take beside its text."""
STATE_SIZE = 4
"""How many times its JSON's bytes a state takes."""

MOST_CHATS = 10_000
"""Of so many it is known which conversation they are at; others are taken to be at their first."""


@dataclass(frozen=True, slots=True)
class Known:
    """One conversation as it was read last. newest: the log's last entry, readable or not."""

    memory: ChatMemory
    seen: Seen
    newest: Entry | None
    size: int


class KnownMemories:
    """Those read last, up to about `most_bytes`."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._known: OrderedDict[ConversationId, Known] = OrderedDict()
        self._bytes = 0
        self._numbers: OrderedDict[str, int] = OrderedDict()

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
        self, conversation: ConversationId, known: Known | None, record: Record
    ) -> ChatMemory | None:
        """The memory, from what was `known` when `record` was asked for. None: the log is not a
        later one of the same any more, as after a failover; ask for everything."""
        self._forget(conversation)
        if known is None or known.seen.expired != record.seen.expired or known.newest is None:
            learned = _anew(conversation, known, record)
        elif record.entries and _same(record.entries[0], known.newest):
            learned = _further(known, known.newest, record)
        else:
            return None
        self._keep(conversation, learned)
        return learned.memory

    def _keep(self, conversation: ConversationId, known: Known) -> None:
        self._known[conversation] = known
        self._bytes += known.size
        while self._bytes > self._most_bytes:
            self._forget(next(iter(self._known)))

    def _forget(self, conversation: ConversationId) -> None:
        known = self._known.pop(conversation, None)
        self._bytes -= known.size if known else 0


def seen_of(known: Known | None) -> Seen:
    return known.seen if known else NOTHING_SEEN


def _anew(conversation: ConversationId, known: Known | None, record: Record) -> Known:
    return _known(conversation, tuple(_exchanges(record.entries)), record, known, _size(record))


def _further(known: Known, newest: Entry, record: Record) -> Known:
    """With the entries after the newest one known; that one anew when its message ids came."""
    exchanges, entries = known.memory.exchanges, record.entries
    if entries[0] == newest:
        entries = entries[1:]
    elif exchanges and exchanges[-1].number == newest.number:
        exchanges = exchanges[:-1]
    exchanges = (*exchanges, *_exchanges(entries))
    size = known.size + _size(record) - _entry_size(newest)
    return _known(known.memory.conversation, exchanges, record, known, size)


def _known(
    conversation: ConversationId,
    exchanges: tuple[Exchange, ...],
    record: Record,
    known: Known | None,
    size: int,
) -> Known:
    """`known` has the states when the record brought none."""
    memory = ChatMemory(
        conversation,
        exchanges=exchanges,
        last_number=record.last,
        watermark=record.watermark,
        summary_version=int(record.seen.version),
        states=known.memory.states if known and record.states is None else _states(record),
    )
    return Known(memory, record.seen, record.entries[-1] if record.entries else None, size)


def _exchanges(entries: Sequence[Entry]) -> Iterator[Exchange]:
    """One that cannot be read is left out: better to forget it than to fall silent for good."""
    for entry in entries:
        stored = dict(unpack(entry.exchange))
        if entry.reply_ids is not None:
            stored["reply_ids"] = unpack_ids(entry.reply_ids) or stored.get("reply_ids", ())
        try:
            yield Exchange.from_json(stored)
        except BadExchange as error:
            log.warning("exchange unreadable", why=str(error))


def _states(record: Record) -> dict[str, dict[str, Any]]:
    """A state that cannot be read is as good as none: it is rebuilt from the log."""
    states = {kind: dict(unpack(stored)) for kind, stored in (record.states or {}).items()}
    return {kind: state for kind, state in states.items() if {"version", "state"} <= state.keys()}


def _same(entry: Entry, other: Entry) -> bool:
    return (entry.number, entry.exchange) == (other.number, other.exchange)


def _size(record: Record) -> int:
    states = sum(map(len, (record.states or {}).values()))
    return sum(map(_entry_size, record.entries)) + STATE_SIZE * states


def _entry_size(entry: Entry) -> int:
    return len(entry.exchange) + EXCHANGE_BYTES
