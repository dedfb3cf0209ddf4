"""Turns that were answered too late: after a later one of their chat.

A turn is out of order when a turn of the same chat with a higher update id was answered before it
although it was acknowledged before the lease that committed that later one looked which turns
the lane holds. What came only afterwards could not be first. "Answered before" is read off
the log's numbers, and off the first delivery of each reply.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tests.bench.chaos.evidence import Delivered, Evidence, Opened, Stored


@dataclass(frozen=True, slots=True)
class _Answered:
    """place: (number in the log, place of the first delivery) · looked: when the lane was asked
    for its turns, for the last time before it was answered."""

    update_id: int
    acked: float
    looked: float
    place: tuple[int, int]


def out_of_order(evidence: Evidence) -> Iterator[str]:
    for chat, turns in _answered(evidence).items():
        for turn in turns:
            for later in turns:
                if _overtook(later, turn):
                    yield f"turn {turn.update_id} of chat {chat} came after {later.update_id}"
                    break


def _overtook(later: _Answered, turn: _Answered) -> bool:
    if later.update_id <= turn.update_id or later.looked <= turn.acked:
        return False
    return any(mine > its for mine, its in zip(turn.place, later.place, strict=True))


def _answered(evidence: Evidence) -> dict[str, list[_Answered]]:
    acked = {id_: put.acked for id_, put in evidence.puts().items()}
    looked = {(o.chat, o.fence): o.began for o in evidence.of(Opened) if o.ids}
    first: dict[str, int] = {}
    for nth, delivery in enumerate(evidence.of(Delivered)):
        first.setdefault(delivery.reply, nth)
    by_chat: defaultdict[str, list[_Answered]] = defaultdict(list)
    for held in evidence.of(Stored):
        place = held.number, first.get(held.reply, 0)
        at = looked.get((held.chat, held.fence), 0.0)
        by_chat[held.chat] += (
            _Answered(id_, acked[id_], at, place) for id_ in held.ids if id_ in acked
        )
    return by_chat
