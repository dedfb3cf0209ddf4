"""KNN: the k exchanges nearest to the question, as the chat's incremental search ranks them.

The course's setting, the cosine of TF-IDF vectors fitted anew to all exchanges, is kept for those
who name its parameters; only then scikit-learn is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from memory.conversation import Exchange
from memory.cosines import similarities
from memory.kind import (
    NOTHING,
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
from memory.params import check_names, one_of, whole_number
from memory.recency import each_newest, first_that_fit, newest
from memory.search.fusion import fused
from memory.search.hit import Hit

if TYPE_CHECKING:
    from memory.vectors import PlainWords

Ties = Literal["newest", "oldest"]


@dataclass(frozen=True, slots=True)
class Nearest:
    """`k` best that are relevant; of equals the newest first, since what was said last holds.

    Where exchanges have something in common with the question, but too little to be about it,
    nothing is recalled. Where none has anything in common with it (it is all stop words or emoji,
    or in another script), the search is blind and the newest are recalled. With embeddings of the
    exchanges and of the question, both ways of looking are fused; and where not one of its words
    was said as it stands, meaning alone decides.

    The course's setting (`plain`) always gives k where anything is alike, of equals the oldest
    first, and else the newest.
    """

    k: int
    plain: PlainWords | None = None
    ties: Ties = "newest"

    name: ClassVar[str] = "nearest"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    embeds: ClassVar[Literal[True]] = True
    explanation: ClassVar[Explanation] = Explanation(
        what="The older exchanges whose words, dates and surroundings fit the question best.",
        good_for="Finding the one place in a long talk that mentions a thing, in any language.",
        bad_for='Questions in quite other words than what they ask for, and "what came first?".',
        origin="Nearest neighbours (Fix and Hodges, 1951) by BM25 (Robertson and others, 1994).",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Nearest:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Nearest:
        """With any of TF-IDF's parameters, the course's setting."""
        from memory.vectors import (  # noqa: PLC0415  # scikit-learn, for who names parameters
            VECTOR_PARAMS,
            plain_words_from_params,
        )

        check_names(params, VECTOR_PARAMS | {"k", "metric", "ties"})
        one_of(params, "metric", ("cosine",), "cosine")
        plain = plain_words_from_params(params)
        usual = "oldest" if plain else "newest"
        return cls(
            whole_number(params, "k", MemoryOptions().recalled, least=0),
            plain,
            one_of(params, "ties", ("newest", "oldest"), usual),
        )

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        """Looks no further than twice k for exchanges that fit, so that few have to be read."""
        if self.plain:
            ranked = self._by_cosine(exchanges, self.plain)(question)
            if not any(pick.score for pick in ranked):
                ranked = newest(exchanges)
            return Recollection(first_that_fit(ranked, self.k, budget))
        log = log_of(exchanges)
        hits = self._hits(log, state, question, most=2 * self.k)
        if not hits and log.index.sees(question):
            return NOTHING
        return Recollection(first_that_fit(_picks(log, hits) or each_newest(log), self.k, budget))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """In the course's setting all exchanges, those without any similarity last."""
        if self.plain:
            return self._by_cosine(exchanges, self.plain)
        log = log_of(exchanges)

        def rank(question: Question) -> tuple[Pick, ...]:
            hits = self._hits(log, state, question)
            if not hits and not log.index.sees(question):
                return newest(log)
            return _picks(log, hits)

        return rank

    def _hits(
        self, log: Log, state: State, question: Question, most: int | None = None
    ) -> list[Hit]:
        if question.vector is None:
            return log.index.search(question, most=most)
        hits = log.index.search(question)
        if not hits and log.index.knows_a_word(question):
            return []
        return fused(hits, similarities(state, question.vector, log.numbers))[:most]

    def _by_cosine(
        self, exchanges: Sequence[Exchange], plain: PlainWords
    ) -> Callable[[Question], tuple[Pick, ...]]:
        from memory.vectors import Vectors  # noqa: PLC0415  # see from_params

        vectors = Vectors(exchanges, plain)

        def rank(question: Question) -> tuple[Pick, ...]:
            scores = vectors.similarities(question.text)
            order = best_first(scores, self.ties)
            return tuple(Pick(exchanges[i], float(scores[i]), "similar") for i in order)

        return rank


def _picks(log: Log, hits: Sequence[Hit]) -> tuple[Pick, ...]:
    exchanges = log.bodies([hit.number for hit in hits])
    return tuple(Pick(e, hit.score, "similar") for e, hit in zip(exchanges, hits, strict=True))


def best_first(scores: NDArray[np.float64], ties: Ties) -> NDArray[np.intp]:
    """Indexes by falling score. Scores are compared to twelve decimals: equal texts can differ in
    the last bit of their cosine."""
    index = np.arange(len(scores))
    return np.lexsort((-index if ties == "newest" else index, -scores.round(12)))


KIND = Nearest
