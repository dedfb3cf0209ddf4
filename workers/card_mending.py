"""Makes cards again that are missing, damaged or of an older version: the log has all they hold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import structlog

from memory.conversation import BadExchange, ConversationId, Exchange
from memory.search.card import CARD_VERSION
from workers.card_rows import damaged_number, row_of, unreadable_row
from workers.keys import Keys
from workers.packing import unpack
from workers.scripts import Runs, reading

log = structlog.get_logger()

AT_ONCE = 256
"""So many exchanges are read and written in one call."""

Stored = tuple[int, bytes]
"""An exchange's number, and itself or its card as stored."""


async def mended_cards(
    link: Runs, keys: Keys, conversation: ConversationId, cards: Sequence[bytes | None]
) -> tuple[bytes, ...]:
    """The cards that `cards`, all there were, had not; they are stored as well. Somebody else may
    do the same at the same time."""
    made: list[bytes] = []
    async for found in _without_card(link, keys, conversation, cards):
        rows = await asyncio.to_thread(_rows, found)
        await reading.write_cards(link, keys, conversation, CARD_VERSION, rows)
        made += (row for _, row in rows)
    if made:
        log.warning("cards made again", exchanges=len(made))
    return tuple(made)


async def _without_card(
    link: Runs, keys: Keys, conversation: ConversationId, cards: Sequence[bytes | None]
) -> AsyncIterator[Sequence[Stored]]:
    damaged = [number for card in cards if card and (number := damaged_number(card)) is not None]
    for first in range(0, len(damaged), AT_ONCE):
        numbers = damaged[first : first + AT_ONCE]
        entries = await reading.read_exchanges(link, keys, conversation, numbers)
        yield [(entry.number, entry.exchange) for entry in entries]
    last = 0
    while found := await reading.uncarded(
        link, keys, conversation, after=last, version=CARD_VERSION, most=AT_ONCE
    ):
        yield found
        last = found[-1][0]


def _rows(exchanges: Sequence[Stored]) -> list[Stored]:
    return [(number, _row(number, stored)) for number, stored in exchanges]


def _row(number: int, stored: bytes) -> bytes:
    try:
        return row_of(Exchange.from_json(unpack(stored)))
    except BadExchange:
        return unreadable_row(number)
