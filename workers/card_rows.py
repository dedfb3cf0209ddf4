"""How a card is stored beside the log: a line that says whose it is and whether it is whole."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from memory.conversation import Exchange
from memory.search.card import CARD_VERSION, card_of

UNREADABLE = -1


@dataclass(frozen=True, slots=True)
class CardRow:
    """number: of the exchange · answered_at: seconds since 1970, UNREADABLE where the exchange
    itself cannot be read and is left out of the log · card: see memory/search/card.py."""

    number: int
    answered_at: int
    card: str

    @property
    def readable(self) -> bool:
        return self.answered_at != UNREADABLE


def row_of(exchange: Exchange, card: str | None = None) -> bytes:
    """ "number version answered_at checksum card"; `card` if it was made already."""
    seconds = int(exchange.answered_at.timestamp())
    return _written(exchange.number, seconds, card_of(exchange) if card is None else card)


def unreadable_row(number: int) -> bytes:
    return _written(number, UNREADABLE, "")


def read_row(row: bytes) -> CardRow | None:
    """None for one that is damaged or of another version: it is made again from the log."""
    try:
        number, version, seconds, checksum, card = row.decode().split(" ", 4)
        if int(version) != CARD_VERSION or checksum != _checksum(number, seconds, card):
            return None
        return CardRow(int(number), int(seconds), card)
    except ValueError:
        return None


def damaged_number(row: bytes) -> int | None:
    """Whose card it is, of one that says it is of this version and yet cannot be read."""
    number, version, *_ = [*row.split(b" ", 2), b"", b""]
    ours = number.isdigit() and version == b"%d" % CARD_VERSION
    return int(number) if ours and read_row(row) is None else None


def _written(number: int, seconds: int, card: str) -> bytes:
    checksum = _checksum(str(number), str(seconds), card)
    line = f"{number} {CARD_VERSION} {seconds} {checksum} {card}"
    return line.encode("utf-8", "replace")  # a lone surrogate has no bytes


def _checksum(number: str, seconds: str, card: str) -> str:
    whole = f"{number} {seconds} {card}".encode("utf-8", "replace")
    return format(zlib.crc32(whole), "x")
