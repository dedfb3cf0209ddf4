"""`||hidden||` between the same formats of one block is a spoiler; other bars are text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.parsing import Event
from bot.shielding import BAR, SPOILER_CLOSES, SPOILER_OPENS

Place = tuple[int, int]
"""A mark: the event's number, and where in its text it stands."""


def paired(read: Iterable[Event]) -> Sequence[Event]:
    """The events with bars for every spoiler mark that has no partner."""
    found = list(read)
    if not any(_has_mark(event) for event in found):
        return found
    pairs = set(_pairs(found))
    return [_without_single(event, number, pairs) for number, event in enumerate(found)]


def _has_mark(event: Event) -> bool:
    return event.act == "Text" and (SPOILER_OPENS in event.value or SPOILER_CLOSES in event.value)


def _pairs(found: Sequence[Event]) -> Iterator[Place]:
    within: list[int] = []
    opened: tuple[Place, list[int]] | None = None
    for number, event in enumerate(found):
        if event.act == "start":
            within.append(number)
        elif event.act == "end":
            within.pop()
        elif _has_mark(event):
            for at, sign in enumerate(event.value):
                if sign == SPOILER_OPENS:
                    opened = (number, at), list(within)
                elif sign == SPOILER_CLOSES and opened and opened[1] == within:
                    yield from (opened[0], (number, at))
                    opened = None


def _without_single(event: Event, number: int, pairs: set[Place]) -> Event:
    if not _has_mark(event):
        return event
    return replace(
        event,
        value="".join(
            BAR * 2 if sign in (SPOILER_OPENS, SPOILER_CLOSES) and (number, at) not in pairs
            else sign
            for at, sign in enumerate(event.value)
        ),
    )  # fmt: skip
