"""The topics of a chat, by K-Means or a Gaussian mixture; recalled is the question's own topic.

scikit-learn is loaded with this file; a kind's file is imported only when a recipe needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from memory.clustering import Shares
from memory.conversation import Exchange
from memory.grouping import Choice, Grouping
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
from memory.likeness import likeness
from memory.params import check_names, one_of, whole_number, whole_number_or_none
from memory.recency import first_that_fit, newest, newest_first
from memory.reduction import REDUCTION_PARAMS, Reduction, reduction_from_params
from memory.topic_map import TopicMap
from memory.vectors import CONTENT_WORDS, VECTOR_PARAMS, PlainWords, Words, words_from_params

Order = Literal["similar", "log"]
_LEAST_SHARE = 0.05
"""Of the question's topics an exchange must have this much in common to be recalled."""


@dataclass(frozen=True, slots=True)
class Clusters:
    """k None: the whole topic · clusters None: as many as sqrt(exchanges / 2), 2 to 12 ·
    order: members by how well they fit the question (in the course's setting: by cosine), or as
    they were said (then k are the newest of the topic) · choice: hard (K-Means, one topic each)
    or soft (a Gaussian mixture: exchanges weigh as much as they share the question's topics) ·
    reduction: of the words to a few directions, before the topics are sought.

    With too few different exchanges for the topics, or a question none of whose words was ever
    said, there is no topic to speak of: the newest are recalled. The topics of a growing chat
    are found anew in steps (memory.fits); in between, an exchange joins the nearest.
    """

    k: int | None
    words: Words = CONTENT_WORDS
    clusters: int | None = None
    random_state: int = 42
    n_init: int = 10
    order: Order = "similar"
    choice: Choice = "hard"
    reduction: Reduction | None = None

    name: ClassVar[str] = "clusters"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = Explanation(
        what="The exchanges of the question's own topic; K-Means finds what the topics are, or a "
        "Gaussian mixture where an exchange may be of several.",
        good_for="Talks with a few subjects far apart, of which everything about one is wanted.",
        bad_for="One needle: a topic brings many exchanges, and a topic of two exchanges is none.",
        origin="K-Means (Lloyd, 1957), as in the course project that Hafez grew from; mixtures "
        "fitted by expectation-maximisation (Dempster, Laird and Rubin, 1977).",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Clusters:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Clusters:
        """Without k, as in the course: the whole cluster, in the order in which it was said."""
        own = {"k", "n_clusters", "random_state", "n_init", "order", "choice"}
        check_names(params, VECTOR_PARAMS | REDUCTION_PARAMS | own)
        k = whole_number_or_none(params, "k", least=0)
        return cls(
            k,
            words_from_params(params),
            whole_number_or_none(params, "n_clusters", least=1),
            whole_number(params, "random_state", 42, least=0),
            whole_number(params, "n_init", 10, least=1),
            one_of(params, "order", ("similar", "log"), "log" if k is None else "similar"),
            one_of(params, "choice", ("hard", "soft"), "hard"),
            reduction_from_params(params, ("pca", "svd")),
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
        """The members of the question's topic best first, of equals the oldest first; all
        exchanges newest first where there is no such topic."""
        topics = self._grouping().map_of(exchanges)
        if topics is None:
            return newest_first(exchanges)
        shares = topics.shares(exchanges)

        def rank(question: Question) -> tuple[Pick, ...]:
            asked = topics.shares_of(question.text)
            if asked is None:
                return newest(exchanges)
            common = shares @ asked
            scores = self._scores(topics, exchanges, question, common)
            members = [i for i in best_first(scores, "oldest") if common[i] >= _LEAST_SHARE]
            names = [topics.model.names[at] for at in (shares * asked).argmax(axis=1)]
            return tuple(Pick(exchanges[i], float(scores[i]), names[i]) for i in members)

        return rank

    def _scores(
        self, topics: TopicMap, exchanges: Sequence[Exchange], question: Question, common: Shares
    ) -> NDArray[np.float64]:
        """Of equal weight inside one topic; weighed by how much of the question's topics is
        shared where an exchange may be of several (one that is like the question in nothing
        else counts half of one that is most like it)."""
        alike = (
            topics.space.vectors.similarities(question.text)
            if isinstance(self.words, PlainWords)
            else likeness(exchanges, question)
        )
        return alike if self.choice == "hard" else common * (1 + alike) / 2

    def _grouping(self) -> Grouping:
        return Grouping(
            self.words,
            self.clusters,
            self.random_state,
            self.n_init,
            self.choice,
            self.reduction,
        )


KIND = Clusters
