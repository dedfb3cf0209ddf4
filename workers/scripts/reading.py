"""The typed functions of the scripts that read a lane and a memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from memory.conversation import ConversationId
from workers.keys import Keys
from workers.link import Argument, Response
from workers.scripts import Runs, _bytes, _fields, _list, _run


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader knows of a conversation's memory. newest: number of the last exchange of the
    log, None for none known · the others as they were read, "" for nothing · by_index: where it
    is to begin anew, it wants the index and not all cards · at: "" while the newest exchange's
    message ids are not known."""

    newest: int | None = None
    expired: str = ""
    version: str = ""
    tended: str = ""
    by_index: bool = True
    at: str = ""

    def further(self, newest: int, at: str) -> Seen:
        return Seen(newest, self.expired, self.version, self.tended, self.by_index, at)


NOTHING_SEEN = Seen()


@dataclass(frozen=True, slots=True)
class Entry:
    """An exchange of the log as stored, and its reply's message ids."""

    number: int
    exchange: bytes
    reply_ids: bytes | None


@dataclass(frozen=True, slots=True)
class Record:
    """What is new to a reader, as stored. `seen`: what it knows from now on. entries: from its
    newest exchange on · cards: of those after it, None where there is none · states None: the
    ones it knows. Where `count`, the number of all exchanges, is not None, it is to begin anew:
    entries are the newest ones, cards those there are, in any order; but with an `index` those
    from the last one in it on. indexed: number of that, 0 for none."""

    seen: Seen
    last: int
    watermark: int
    entries: tuple[Entry, ...]
    states: dict[str, bytes] | None
    count: int | None
    cards: tuple[bytes | None, ...]
    indexed: int = 0
    index: bytes | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """A leased lane's content as stored: (update id, turn) pairs, outbox and settings fields, and
    what is new in the memory, if it came along; `known`: nothing is · attempts: how often the
    first turn was begun before."""

    turns: tuple[tuple[int, bytes], ...]
    outbox: dict[str, bytes]
    settings: dict[str, bytes]
    record: Record | None
    known: bool
    attempts: int


def content_of(answer: list[Response]) -> Content:
    turns, outbox, settings, memory, attempts = answer
    flat = cast("list[bytes]", turns)
    return Content(
        tuple(zip(map(int, flat[::2]), flat[1::2], strict=True)),
        _fields(_list(outbox)),
        _fields(_list(settings)),
        _record(memory) if isinstance(memory, list) else None,
        known=memory == 1,
        attempts=int(cast("int", attempts)),
    )


async def load_memory(
    link: Runs, keys: Keys, conversation: ConversationId, seen: Seen = NOTHING_SEEN
) -> Record | None:
    """What is new since `seen`; None for nothing."""
    args = (conversation.number, *seen_args(seen))
    answer = await _run(link, keys, "load_memory", conversation, *args)
    return _record(answer) if isinstance(answer, list) else None


def seen_args(seen: Seen) -> tuple[Argument, ...]:
    newest = "-inf" if seen.newest is None else seen.newest
    return (newest, seen.expired, seen.version, seen.tended, int(seen.by_index), seen.at)


def _record(answer: list[Response]) -> Record:
    meta, log, delivered, states, count, cards, index = answer
    facts = (cast("bytes", fact or b"") for fact in _list(meta))
    last, watermark, version, tended, expired, indexed, at = facts
    entries = _entries(log, delivered)
    return Record(
        Seen(
            newest=entries[-1].number if entries else None,
            expired=expired.decode(),
            version=(version or b"0").decode(),
            tended=tended.decode(),
            at=at.decode() if entries and entries[-1].reply_ids else "",
        ),
        last=int(last or 0),
        watermark=int(watermark or 0),
        entries=entries,
        states=None if states is None else _fields(_list(states)),
        count=cast("int | None", count),
        cards=tuple(cast("list[bytes | None]", _list(cards))),
        indexed=int(indexed or 0),
        index=cast("bytes | None", index),
    )


def _entries(log: Response, delivered: Response) -> tuple[Entry, ...]:
    rows = zip(_list(log)[::2], _list(log)[1::2], _list(delivered), strict=True)
    return tuple(
        Entry(int(_bytes(number)), _bytes(stored), cast("bytes | None", ids))
        for stored, number, ids in rows
    )


async def read_exchanges(
    link: Runs, keys: Keys, conversation: ConversationId, numbers: Sequence[int]
) -> tuple[Entry, ...]:
    """Those of them that are in the log."""
    args = (conversation.number, *numbers)
    log, delivered = _list(await _run(link, keys, "read_exchanges", conversation, *args))
    return _entries(log, delivered)


async def uncarded(
    link: Runs, keys: Keys, conversation: ConversationId, *, after: int, version: int, most: int
) -> tuple[tuple[int, bytes], ...]:
    """(number, exchange) of those without a card of this version; `after` 0 begins."""
    args = (after or "-inf", version, most)
    found = _list(await _run(link, keys, "uncarded", conversation, *args))
    return tuple((int(_bytes(n)), _bytes(e)) for e, n in zip(found[::2], found[1::2], strict=True))


async def write_cards(
    link: Runs,
    keys: Keys,
    conversation: ConversationId,
    version: int,
    cards: Sequence[tuple[int, bytes]],
) -> int:
    """How many were stored."""
    pairs = (part for card in cards for part in card)
    return cast("int", await _run(link, keys, "write_cards", conversation, version, *pairs))


async def keep_index(
    link: Runs, keys: Keys, conversation: ConversationId, *, last: int, expired: str, index: bytes
) -> bool:
    """`expired` as it was read. False: exchanges were removed since."""
    return await _run(link, keys, "keep_index", conversation, last, expired, index) == 1
