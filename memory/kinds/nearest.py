"""KNN: the k exchanges most similar to the question, by the cosine of their TF-IDF vectors.

scikit-learn is loaded with this file (through memory.vectors); a kind's file is imported only
when a recipe needs the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from memory.conversation import Exchange
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
from memory.params import check_names, one_of, whole_number
from memory.recency import first_that_fit, newest
from memory.vectors import (
    FOLDED_WORDS,
    VECTOR_PARAMS,
    FoldedWords,
    PlainWords,
    Vectors,
    Words,
    words_from_params,
)

Ties = Literal["newest", "oldest"]


@dataclass(frozen=True, slots=True)
class Nearest:
    """`k` best; of equals the newest first (what was said last holds), the oldest first in the
    course's setting. Exchanges that share nothing with the question are not recalled with those
    that do, but for the course's setting, which always gives k. When nothing is similar at all,
    the newest are recalled."""

    k: int
    words: Words = FOLDED_WORDS
    ties: Ties = "newest"

    name: ClassVar[str] = "nearest"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = Explanation(
        what="The older exchanges whose words are most like those of the question.",
        good_for="Finding the one place in a long talk that mentions a thing, in any language.",
        bad_for='Questions in quite other words than what they ask for, and "what came first?".',
        origin="Nearest neighbours (Fix and Hodges, 1951) over weighted words (Salton, 1975).",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Nearest:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Nearest:
        check_names(params, VECTOR_PARAMS | {"k", "metric", "ties"})
        one_of(params, "metric", ("cosine",), "cosine")
        words = words_from_params(params)
        usual = "oldest" if isinstance(words, PlainWords) else "newest"
        return cls(
            whole_number(params, "k", MemoryOptions().recalled, least=0),
            words,
            one_of(params, "ties", ("newest", "oldest"), usual),
        )

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        ranked = self.ranking(exchanges, state)(question)
        if not any(pick.score for pick in ranked):
            ranked = newest(exchanges)
        elif isinstance(self.words, FoldedWords):
            ranked = tuple(pick for pick in ranked if pick.score)
        return Recollection(picks=first_that_fit(ranked, self.k, budget))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """All exchanges, those without any similarity last; equals as `ties` says."""
        vectors = Vectors(exchanges, self.words)

        def rank(question: Question) -> tuple[Pick, ...]:
            scores = vectors.similarities(question.text)
            order = best_first(scores, self.ties)
            return tuple(Pick(exchanges[i], float(scores[i]), "similar") for i in order)

        return rank


def best_first(scores: NDArray[np.float64], ties: Ties) -> NDArray[np.intp]:
    """Indexes by falling score. Scores are compared to twelve decimals: equal texts can differ in
    the last bit of their cosine."""
    index = np.arange(len(scores))
    return np.lexsort((-index if ties == "newest" else index, -scores.round(12)))


KIND = Nearest
