"""Embeddings: the k exchanges that mean what is most like what the question means.

Each exchange is embedded in chunks of 500 characters with 50 in common (memory/chunks.py) and
counts by its best chunk, as in retrieval over passages: Dai and Callan, "Deeper text
understanding for IR", 2019 (MaxP). Who embeds is not this kind's business: the question comes
with its vector, and the exchanges' vectors come as the state (memory/embedded.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from memory.conversation import Exchange
from memory.cosines import similarities
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
from memory.log import Log, log_of
from memory.params import check_names, whole_number
from memory.recency import each_newest, first_that_fit, newest


@dataclass(frozen=True, slots=True)
class Vectors:
    """`k` best. There is no least similarity: what cosines mean differs from model to model (e5
    gives 0.74 to 0.83 for texts that have nothing in common), so only their order tells. An
    exchange that is not embedded yet is not found; without any vector, or without the question's,
    the newest are recalled."""

    k: int

    name: ClassVar[str] = "vectors"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    embeds: ClassVar[Literal[True]] = True
    explanation: ClassVar[Explanation] = Explanation(
        what="The older exchanges that mean what is most like the question, by embeddings.",
        good_for="Questions in other words, or in another language, than what they ask for.",
        bad_for="Exact ids and names; and without EMBEDDING_MODEL it has only the newest to show.",
        origin="Best passage of a document: MaxP (Dai and Callan, 2019), over e5 or any model.",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Vectors:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Vectors:
        check_names(params, {"k"})
        return cls(whole_number(params, "k", MemoryOptions().recalled, least=0))

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        """Looks no further than twice k for exchanges that fit, so that few have to be read."""
        log = log_of(exchanges)
        ranked = _picks(log, nearest(state, question, log.numbers)[: 2 * self.k])
        return Recollection(first_that_fit(ranked or each_newest(log), self.k, budget))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        log = log_of(exchanges)

        def rank(question: Question) -> tuple[Pick, ...]:
            return _picks(log, nearest(state, question, log.numbers)) or newest(exchanges)

        return rank


def nearest(state: State, question: Question, numbers: Sequence[int]) -> list[tuple[float, int]]:
    """(cosine, number), best first, of equals the newest first; [] where nothing is embedded."""
    if question.vector is None:
        return []
    found = similarities(state, question.vector, numbers)
    return sorted(((round(cosine, 6), number) for number, cosine in found.items()), reverse=True)


def _picks(log: Log, ranked: Sequence[tuple[float, int]]) -> tuple[Pick, ...]:
    exchanges = log.bodies([number for _, number in ranked])
    scores = (cosine for cosine, _ in ranked)
    return tuple(Pick(e, score, "similar") for e, score in zip(exchanges, scores, strict=True))


KIND = Vectors
