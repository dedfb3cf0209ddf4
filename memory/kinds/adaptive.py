"""What matters stays: exchanges weighed by importance, which fades with time, and by relevance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

from memory.conversation import Exchange, after
from memory.importance import Measured, faded, importance_of, measured
from memory.kind import (
    Budget,
    Explanation,
    MemoryOptions,
    Pick,
    Place,
    Question,
    Recollection,
    State,
)
from memory.likeness import likeness
from memory.near_duplicates import similarity
from memory.params import check_names, share, whole_number
from memory.recency import first_that_fit, newest

MAX_TOKENS = 4000
DROP_BELOW_IMPORTANCE = 0.3
MERGE_SIMILARITY_ABOVE = 0.7
IMPORTANCE, RELEVANCE = 0.7, 0.3

_LOOKED_AT = 100
"""So many of the best are compared with each other; what comes after them is not recalled."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    exchange: Exchange
    importance: float  # as it is now, faded
    score: float


@dataclass(frozen=True, slots=True)
class Adaptive:
    """State: {"absorbed": number of the last exchange in it, "measured": [[number, specificity,
    density], …]}: naming what is in a text takes time, and a question weighs all of them.

    k: exchanges recalled · max_tokens: a chat that holds more is compressed, which means that
    exchanges whose importance has faded below `drop_below` are not recalled, and that of those
    more alike than `merge_above` the newest stands for all, as important as the best of them.
    Nothing is ever removed from the log: both only decide what is recalled, and lower bounds
    bring it back.

    The numbers are those of tests/cases/adaptive_memory.json. An exchange fades from the moment
    it was answered to the moment of the question.
    """

    k: int
    max_tokens: int = MAX_TOKENS
    drop_below: float = DROP_BELOW_IMPORTANCE
    merge_above: float = MERGE_SIMILARITY_ABOVE

    name: ClassVar[str] = "adaptive"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = Explanation(
        what="What mattered most: specific messages full of names and numbers, answers you "
        "liked; less so the longer ago it was, and near-duplicates count once.",
        good_for="Long chats with much small talk in them, and questions that name nothing: "
        "what should I know, where were we.",
        bad_for="Needles of months ago: in a long chat what was said three weeks ago has faded "
        "below what is kept, unless the bounds are lowered.",
        origin="The adaptive memory of the architecture article this project grew from; its "
        "importance and recency are as in Generative Agents (Park and others, 2023).",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Adaptive:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Adaptive:
        check_names(params, {"k", "max_tokens", "drop_below", "merge_above"})
        return cls(
            whole_number(params, "k", MemoryOptions().recalled, least=0),
            whole_number(params, "max_tokens", MAX_TOKENS, least=0),
            share(params, "drop_below", DROP_BELOW_IMPORTANCE),
            share(params, "merge_above", MERGE_SIMILARITY_ABOVE),
        )

    def absorb(self, state: State, exchange: Exchange) -> State:
        """An exchange that is in the state already changes nothing."""
        return self.absorb_all(state, (exchange,))

    def absorb_all(self, state: State, exchanges: Sequence[Exchange]) -> State:
        new = after(exchanges, state.get("absorbed", 0))
        if not new:
            return state
        known = [*state.get("measured", ()), *([each.number, *measured(each)] for each in new)]
        return {"absorbed": new[-1].number, "measured": known}

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        ranked = self._ranked(exchanges, state, question, budget)
        return Recollection(picks=first_that_fit(ranked, self.k, budget))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """What is not dropped, best first, each group of near-duplicates once."""
        rough = Budget(0, _rough_tokens)
        return lambda question: self._ranked(exchanges, state, question, rough)

    def _ranked(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> tuple[Pick, ...]:
        """The newest, where everything has faded."""
        weighed = list(_weighed(exchanges, state, question))
        if _holds_more_than(self.max_tokens, exchanges, budget):
            weighed = self._compressed(weighed)
        if not weighed:
            return newest(exchanges)
        best = sorted(weighed, key=_best_first)
        return tuple(
            Pick(each.exchange, each.score, f"importance {each.importance:.2f}") for each in best
        )

    def _compressed(self, weighed: Sequence[_Weighed]) -> list[_Weighed]:
        kept = (each for each in weighed if each.importance >= self.drop_below)
        groups: list[_Weighed] = []
        for each in islice(sorted(kept, key=_best_first), _LOOKED_AT):
            twin = next((i for i, other in enumerate(groups) if self._alike(each, other)), None)
            if twin is None:
                groups.append(each)
            elif each.exchange.number > groups[twin].exchange.number:
                groups[twin] = replace(groups[twin], exchange=each.exchange)
        return groups

    def _alike(self, one: _Weighed, other: _Weighed) -> bool:
        return similarity(_text(one.exchange), _text(other.exchange)) > self.merge_above


def _weighed(exchanges: Sequence[Exchange], state: State, question: Question) -> Iterator[_Weighed]:
    """0.7 importance + 0.3 relevance."""
    known = {number: Measured(*words) for number, *words in state.get("measured", ())}
    for exchange, relevance in zip(exchanges, likeness(exchanges, question), strict=True):
        now = faded(
            importance_of(exchange, known.get(exchange.number)), exchange.answered_at, question.at
        )
        yield _Weighed(exchange, now, IMPORTANCE * now + RELEVANCE * float(relevance))


def _best_first(each: _Weighed) -> tuple[float, int]:
    return -each.score, -each.exchange.number


def _text(exchange: Exchange) -> str:
    return f"{exchange.user}\n{exchange.assistant}"


def _holds_more_than(tokens: int, exchanges: Sequence[Exchange], budget: Budget) -> bool:
    """Counts no more than it has to."""
    for exchange in reversed(exchanges):
        tokens -= budget.cost(exchange)
        if tokens < 0:
            return True
    return False


def _rough_tokens(text: str) -> int:
    """Where nobody counts: four bytes a token are right in every script to about a third."""
    return len(text.encode("utf-8", "surrogatepass")) // 4


KIND = Adaptive
