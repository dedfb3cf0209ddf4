"""Plain kinds that show where their recollection goes, without a model or an extractor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from memory.conversation import Exchange
from memory.kind import (
    Budget,
    Explanation,
    Instruction,
    MemoryOptions,
    NotLearned,
    Pick,
    Place,
    Question,
    Recollection,
    State,
)

FOR_TESTS = Explanation("A kind for tests.", "Tests.", "Everything else.", "This file.")


@dataclass(frozen=True)
class Ledger:
    """A context kind that keeps exchange numbers and shows the hidden ones that fit."""

    name: ClassVar[str] = "ledger"
    version: ClassVar[int] = 2
    place: ClassVar[Place] = "context"
    explanation: ClassVar[Explanation] = FOR_TESTS

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Ledger:
        return cls()

    def absorb(self, state: State, exchange: Exchange) -> State:
        return {"numbers": [*state.get("numbers", []), exchange.number]}

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        text = ""
        for exchange in exchanges:
            longer = f"{text} {exchange.number}".strip()
            if (
                exchange.number in state.get("numbers", [])
                and budget.count(longer) <= budget.tokens
            ):
                text = longer
        return Recollection(text=text)


@dataclass(frozen=True)
class Prose:
    """A running summary: shows its text whether it fits or not."""

    name: ClassVar[str] = "prose"
    version: ClassVar[int] = 3
    place: ClassVar[Place] = "context"
    explanation: ClassVar[Explanation] = FOR_TESTS

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Prose:
        return cls()

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        return Recollection(text=state.get("text", ""))

    def question(self, exchanges: Sequence[Exchange], state: State) -> Instruction | None:
        return Instruction("summarise", "\n".join(each.user for each in exchanges))

    def learn(
        self, exchanges: Sequence[Exchange], state: State, answer: str, budget: Budget
    ) -> State:
        if not answer:
            raise NotLearned("empty")
        return {"text": answer}


@dataclass(frozen=True)
class Everything:
    """A recalled kind that offers all it is given, oldest first, and keeps to no budget."""

    name: ClassVar[str] = "everything"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = FOR_TESTS

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Everything:
        return cls()

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        return Recollection(picks=tuple(Pick(each, why="all") for each in exchanges))


def prose_states(text: str, version: int = Prose.version) -> dict[str, dict[str, Any]]:
    return {"prose": {"version": version, "state": {"text": text}}}
