"""What holds now of all that was said: the newest wins, and what it replaced is kept behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memory.conversation import Exchange
from memory.profile.fields import FIELDS, OPPOSITES, SINGLE
from memory.profile.reading import said_in
from memory.words import folded

Stored = Mapping[str, Any]
Slot = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A field's value and where it was said · who: the sender's id, name: as it was shown ·
    earlier: what it took the place of, the newest first."""

    who: str
    name: str
    field: str
    key: str
    value: str
    exchange: int
    day: str
    earlier: tuple[Entry, ...] = ()


def stored_of(exchange: Exchange) -> list[dict[str, Any]]:
    """What the user says of himself in this exchange, as JSON."""
    about = {
        "who": exchange.sender.id,
        "name": exchange.sender.name,
        "exchange": exchange.number,
        "day": exchange.asked_at.date().isoformat(),
    }
    return [
        {**about, "field": said.field, "key": said.key, "value": said.value, "ended": said.ended}
        for said in said_in(exchange.user)
    ]


def current(stored: Iterable[Stored]) -> tuple[Entry, ...]:
    """In the order of the senders' first word and of FIELDS."""
    found: dict[Slot, Entry] = {}
    senders: dict[str, int] = {}
    for each in stored:
        senders.setdefault(each["who"], len(senders))
        _put(found, _entry(each), ended=bool(each.get("ended")))
    entries = sorted(found.values(), key=lambda e: (senders[e.who], FIELDS.index(e.field)))
    return tuple(entries)


def _entry(each: Stored) -> Entry:
    return Entry(**{name: value for name, value in each.items() if name != "ended"})


def _put(found: dict[Slot, Entry], entry: Entry, *, ended: bool) -> None:
    slot, value = _slot(entry), folded(entry.value)
    before = found.get(slot)
    if ended:
        if before is not None and value in folded(before.value):
            del found[slot]
        return
    if opposite := OPPOSITES.get(entry.field):
        found.pop((entry.who, opposite, value), None)
    if before is None or folded(before.value) == value:
        found[slot] = _with(entry, before.earlier if before else ())
    else:
        found[slot] = _with(entry, (_with(before, ()), *before.earlier))


def _with(entry: Entry, earlier: tuple[Entry, ...]) -> Entry:
    plain = {name: getattr(entry, name) for name in Entry.__dataclass_fields__}
    return Entry(**{**plain, "earlier": earlier})


def _slot(entry: Entry) -> Slot:
    if entry.field in SINGLE:
        return entry.who, entry.field, ""
    return entry.who, entry.field, f"={folded(entry.key)}" if entry.key else folded(entry.value)
