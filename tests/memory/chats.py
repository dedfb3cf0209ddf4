"""Small chats, questions and budgets for the tests of memory."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from memory.conversation import Exchange, pair
from memory.kind import Budget, Question, Recollection

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def question(text: str = "what is my order number?") -> Question:
    return Question(text, NOW)


def room(tokens: int = 1_000_000) -> Budget:
    """A budget in which every character is a token."""
    return Budget(tokens, len)


def chat(length: int) -> tuple[Exchange, ...]:
    """Exchanges of the same size, numbered from 1."""
    return tuple(pair(n, f"question {n:03}", f"answer {n:03}") for n in range(1, length + 1))


def talk(*texts: str, reply: str = "noted") -> tuple[Exchange, ...]:
    """One exchange per text."""
    return tuple(pair(n, text, reply) for n, text in enumerate(texts, start=1))


def numbers(shown: Recollection | Iterable[Exchange]) -> list[int]:
    if isinstance(shown, Recollection):
        return [pick.exchange.number for pick in shown.picks]
    return [exchange.number for exchange in shown]
