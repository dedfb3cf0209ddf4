"""What of a memory an answer was made with: kept with its exchange, and told to who asks. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from itertools import islice
from typing import Any

from memory.conversation import Exchange
from memory.log import Log, log_of
from memory.recall import Recall
from memory.store import ChatMemory

SHOWN = "shown"
"""In an exchange's `more`: what kept_recall gave. Numbers and names alone, so that nothing that is
forgotten lives on in it."""
MOST_KEPT = 32
LOOKED_BACK = 5
"""Newest exchanges among which the last answer is looked for: corrections have none."""
LONGEST_TEXT = 80


@dataclass(frozen=True, slots=True)
class RecalledLine:
    """exchange: its number · day: as an ISO date in UTC · text: how its question began · message:
    Telegram id of the question, 0 where none is known."""

    exchange: int
    day: str
    text: str
    message: int = 0


@dataclass(frozen=True, slots=True)
class LastRecall:
    """recent: how many of the newest exchanges were shown word for word · recalled: older ones
    that were brought back, oldest first · recalled_gone: how many of these are not kept any more ·
    context: the kinds that wrote a text of their own, such as facts and summary."""

    recent: int = 0
    recalled: tuple[RecalledLine, ...] = ()
    recalled_gone: int = 0
    context: tuple[str, ...] = ()


def kept_recall(shown: Recall) -> dict[str, Any]:
    """What is kept of it; the oldest of too many recalled exchanges are left out."""
    return {
        "recent": len(shown.recent),
        "recalled": [pick.exchange.number for pick in shown.recalled][-MOST_KEPT:],
        "context": list(dict.fromkeys(each.kind for each in shown.context)),
    }


def last_recall(memory: ChatMemory) -> LastRecall:
    """As it was noted when the last answer was given; nothing where that was not noted. May raise
    Unread."""
    log = log_of(memory.exchanges)
    newest = islice(reversed(log), LOOKED_BACK)
    answered = next((each for each in newest if each.assistant), None)
    kept = answered.more.get(SHOWN) if answered else None
    return _told(log, kept) if isinstance(kept, Mapping) else LastRecall()


def _told(log: Log, kept: Mapping[str, Any]) -> LastRecall:
    numbers = _numbers(kept.get("recalled"))
    there = [number for number in numbers if log.holds(number)]
    recent, context = kept.get("recent"), kept.get("context")
    return LastRecall(
        recent if type(recent) is int else 0,
        tuple(map(_line, log.bodies(there))),
        len(numbers) - len(there),
        tuple(map(str, context)) if isinstance(context, list) else (),
    )


def _numbers(kept: object) -> Sequence[int]:
    return [each for each in kept if type(each) is int] if isinstance(kept, list) else []


def _line(exchange: Exchange) -> RecalledLine:
    text = " ".join(exchange.user.split())
    return RecalledLine(
        exchange.number,
        exchange.asked_at.astimezone(UTC).date().isoformat(),
        text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…",
        next(iter(exchange.message_ids), 0),
    )
