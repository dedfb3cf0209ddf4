"""K-Means: the topics of a chat; recalled is the question's own topic.

scikit-learn is loaded with this file; a kind's file is imported only when a recipe needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.utils.parallel import ThreadpoolController

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
from memory.kinds.nearest import best_first
from memory.params import check_names, one_of, whole_number, whole_number_or_none
from memory.recency import first_that_fit, newest, newest_first
from memory.vectors import FOLDED_WORDS, VECTOR_PARAMS, Vectors, Words, words_from_params

Order = Literal["similar", "log"]
MOST_CLUSTERS = 12  # a chat's topics that a person could name; also bounds the fit's cost


@dataclass(frozen=True, slots=True)
class Clusters:
    """k None: the whole cluster · clusters None: as many as sqrt(exchanges / 2), at least 2 ·
    order: members by their cosine with the question, or as they were said (then k are the
    newest of the cluster).

    With too few different exchanges for the clusters, or a question none of whose words was
    ever said, there is no topic to speak of: the newest are recalled.
    """

    k: int | None
    words: Words = FOLDED_WORDS
    clusters: int | None = None
    random_state: int = 42
    n_init: int = 10
    order: Order = "similar"

    name: ClassVar[str] = "clusters"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = Explanation(
        what="The exchanges of the question's own topic; K-Means finds what the topics are.",
        good_for="Talks with a few subjects far apart, of which everything about one is wanted.",
        bad_for="One needle: a topic brings many exchanges, and a topic of two exchanges is none.",
        origin="K-Means (Lloyd, 1957), as in the course project that Hafez grew from.",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Clusters:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Clusters:
        """Without k, as in the course: the whole cluster, in the order in which it was said."""
        own = {"k", "n_clusters", "random_state", "n_init", "order"}
        check_names(params, VECTOR_PARAMS | own)
        k = whole_number_or_none(params, "k", least=0)
        return cls(
            k,
            words_from_params(params),
            whole_number_or_none(params, "n_clusters", least=1),
            whole_number(params, "random_state", 42, least=0),
            whole_number(params, "n_init", 10, least=1),
            one_of(params, "order", ("similar", "log"), "log" if k is None else "similar"),
        )

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        ranked = self.ranking(exchanges, state)(question)
        if self.order == "similar" or not ranked or ranked[0].score is None:
            return Recollection(picks=first_that_fit(ranked, self.k, budget))
        latest = sorted(ranked, key=lambda pick: pick.exchange.number, reverse=True)
        return Recollection(picks=first_that_fit(latest, self.k, budget)[::-1])

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """The members of the question's cluster by cosine, of equals the oldest first; all
        exchanges newest first where there is no such cluster."""
        vectors = Vectors(exchanges, self.words)
        model = self._fitted(vectors)
        if model is None:
            return newest_first(exchanges)
        labels: NDArray[np.intp] = model.labels_

        def rank(question: Question) -> tuple[Pick, ...]:
            scores = vectors.similarities(question.text)
            row = vectors.row(question.text)
            if not row.nnz:
                return newest(exchanges)
            with _one_thread():
                own = int(model.predict(row)[0])
            members = [i for i in best_first(scores, "oldest") if labels[i] == own]
            why = f"cluster {own + 1}"
            return tuple(Pick(exchanges[i], float(scores[i]), why) for i in members)

        return rank

    def _fitted(self, vectors: Vectors) -> Any:
        """The fitted K-Means; None where there are too few different rows for it."""
        wanted = self.clusters or max(2, min(MOST_CLUSTERS, round(sqrt(vectors.count / 2))))
        if vectors.empty or _different_rows(vectors.rows) < wanted:
            return None
        means = KMeans(wanted, random_state=self.random_state, n_init=self.n_init)
        with _one_thread():
            return means.fit(vectors.rows)


def _one_thread() -> AbstractContextManager[Any]:
    """Keeps K-Means to the calling thread. A chat is too small to be worth a thread per core, and
    their waiting for each other made it three to five times slower on a busy machine of two."""
    context: AbstractContextManager[Any] = _threads().limit(limits=1, user_api="openmp")
    return context


@cache
def _threads() -> Any:
    """Looking for the loaded libraries takes milliseconds, so it is done once."""
    return ThreadpoolController()


def _different_rows(rows: Any) -> int:
    """How many rows differ (to nine decimals); K-Means warns when they are fewer than clusters."""
    found = set()
    for start, end in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
        weights = rows.data[start:end].round(9)
        found.add(tuple(sorted(zip(rows.indices[start:end], weights, strict=True))))
    return len(found)


KIND = Clusters
