"""What was shown of a memory for its last answer, found by recalling once more. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC

from memory.conversation import Exchange
from memory.kind import Budget, MemoryOptions
from memory.log import log_of
from memory.questions import question_of
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory

LONGEST_TEXT = 80


@dataclass(frozen=True, slots=True)
class RecalledLine:
    """exchange: its number · day: as an ISO date in UTC · text: how its question began."""

    exchange: int
    day: str
    text: str


@dataclass(frozen=True, slots=True)
class LastRecall:
    """recent: how many of the newest exchanges were shown word for word · recalled: older ones
    that were brought back, oldest first."""

    recent: int = 0
    recalled: tuple[RecalledLine, ...] = ()


def last_recall(
    memory: ChatMemory,
    recipe_name: str,
    options: MemoryOptions,
    budget: Callable[[str], Budget],
) -> LastRecall:
    """`budget` gives what a question leaves for memory. By words alone: what was recalled by
    meaning is not known any more. Nothing before the first answer. May raise Unread."""
    log = log_of(memory.exchanges)
    if not log:
        return LastRecall()
    last, before = log[-1], log[:-1]
    question = question_of(last.user, last.asked_at, last.sender, before)
    recipe = build_recipe(recipe_name, options)
    shown = recall(replace(memory, exchanges=before), recipe, question, budget(last.user))
    lines = tuple(_line(pick.exchange) for pick in shown.recalled)
    return LastRecall(len(shown.recent), lines)


def _line(exchange: Exchange) -> RecalledLine:
    text = " ".join(exchange.user.split())
    short = text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"
    return RecalledLine(
        exchange.number, exchange.asked_at.astimezone(UTC).date().isoformat(), short
    )
