"""Makes a log of what was read of it. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import structlog

from memory.cards import BadCards, Cards
from memory.conversation import BadExchange, Exchange
from memory.log import Log
from workers.card_rows import CardRow, read_row, row_of
from workers.packing import unpack, unpack_ids
from workers.scripts.reading import Entry, Record

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ReadLog:
    """left_out: how many entries cannot be read · indexed: number of the last exchange in the
    index that is kept beside the log, 0 where there is none that we can read."""

    exchanges: Log
    left_out: int = 0
    indexed: int = 0

    def to_keep(self) -> bytes | None:
        """Its index, packed to be kept; None where something came in between, or the newest
        body, which tells whether it belongs to a log, is not read."""
        last = self.exchanges.numbers[-1]
        if self.exchanges.unread[-1:] == (last,):
            return None
        stamp = _stamp(row_of(self.exchanges[-1]))
        count = len(self.exchanges) + self.left_out
        return self.exchanges.cards.packed(last, f"{count} {stamp}")


@dataclass(frozen=True, slots=True)
class _Indexed:
    """What an index tells: the cards in it, and how many entries of the log these are."""

    cards: Cards
    count: int = 0


def read_anew(record: Record, *, complete: bool = False) -> ReadLog | None:
    """The log of a record that begins anew. None where exchanges are neither among the entries
    nor have a card, or cards are without an exchange (`complete`: then they are left out), or the
    index that came along cannot be used."""
    rows = {row.number: row for row in map(read_row, filter(None, record.cards)) if row}
    indexed = _indexed(record)
    if indexed is None:
        return None
    cards, last = indexed.cards, indexed.cards.last
    after = sorted({*rows, *(entry.number for entry in record.entries)})
    after = [number for number in after if number > last]
    if indexed.count + len(after) != record.count and not complete:
        return None
    bodies = exchanges_of(record.entries)
    unreadable = {entry.number for entry in record.entries} - bodies.keys()
    unreadable.update(row.number for row in rows.values() if not row.readable)
    known = [number for number in cards.numbers if number not in unreadable]
    _add(cards, (number for number in after if number not in unreadable), rows, bodies)
    readable = [*known, *(number for number in after if number not in unreadable)]
    left_out = indexed.count + len(after) - len(readable)
    return ReadLog(Log(readable, bodies, cards), left_out, record.indexed if last else 0)


def read_further(known: ReadLog, newest: Entry, record: Record) -> ReadLog:
    """With the entries after `newest`; that one anew when its message ids came."""
    exchanges, entries = known.exchanges, record.entries
    if entries[0] != newest and exchanges.holds(newest.number):
        exchanges.read(exchanges_of(entries[:1]).values())
    bodies = exchanges_of(entries[1:])
    for entry, stored in zip(entries[1:], record.cards, strict=True):
        if entry.number in bodies:
            row = read_row(stored) if stored else None
            exchanges = exchanges.with_next(bodies[entry.number], row.card if row else None)
    left_out = known.left_out + len(entries) - 1 - len(bodies)
    return ReadLog(exchanges, left_out, known.indexed)


def exchanges_of(entries: Sequence[Entry]) -> dict[int, Exchange]:
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


def _indexed(record: Record) -> _Indexed | None:
    """None: an index came along that is none of ours, or not of this log."""
    if record.index is None:
        return _Indexed(Cards())
    try:
        cards, note = Cards.unpack(record.index)
    except BadCards as error:
        log.warning("index not used", why=str(error))
        return None
    count, stamp = note.split()
    last = next((card for card in record.cards[:1] if card), b"")
    return _Indexed(cards, int(count)) if _stamp(last) == stamp else None


def _stamp(row: bytes) -> str:
    """Tells the card of one exchange from that of any other."""
    return format(zlib.crc32(row), "x")


def _add(
    cards: Cards,
    numbers: Iterable[int],
    rows: Mapping[int, CardRow],
    bodies: Mapping[int, Exchange],
) -> None:
    for number in numbers:
        row = rows.get(number)
        if row is None:
            cards.add_text(bodies[number])
        else:
            cards.add(number, row.answered_at, row.card)
