"""Topics by name: a linear SVM learns them from labelled exchanges; recalled is the question's.

scikit-learn is loaded with this file; a kind's file is imported only when a recipe needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from memory.content_words import content_length
from memory.conversation import Exchange
from memory.fits import Fits, settled
from memory.grouping import Grouping
from memory.kind import (
    BadParams,
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
from memory.labelling import labeller
from memory.likeness import likeness
from memory.params import check_names, whole_number
from memory.recency import first_that_fit, newest, newest_first
from memory.reduction import REDUCTION_PARAMS, Reduction, reduction_from_params
from memory.remembered import remembered
from memory.topic_labels import named_in, own_label
from memory.topic_map import TopicMap, space_of
from memory.vectors import CONTENT_WORDS

Labels = tuple[tuple[int, str], ...]
"""(exchange number, topic), by number."""
_MAPS = 16
_FEW_WORDS = 2
"""A question of so few words that say something leans on the one before it."""


@dataclass(frozen=True, slots=True)
class Topics:
    """k: exchanges recalled · labels: topics given from outside; an exchange's own label is
    `more["topic"]` or a hashtag of its user. As soon as two topics are so named, they are the
    topics, and every exchange without a label gets one of them; until then the chat's own
    clusters are, found and learnt in steps (memory.fits) · reduction: of the words to a few
    directions, lda by the labels; all words where there are too few texts for it.

    A question that names a topic has that one. One of which no word was ever said has none: the
    newest are recalled.
    """

    k: int
    labels: Labels = ()
    reduction: Reduction | None = None

    name: ClassVar[str] = "topics"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = Explanation(
        what="The exchanges of the question's topic, where topics have names: a few labelled "
        "exchanges teach them, and all others are sorted by what they have learnt.",
        good_for="Chats whose subjects people name (#trip, #work): asked about one, it brings "
        "also what shares no word with the question.",
        bad_for="Chats without labels, where it can be no better than the clusters it learns "
        "from, and questions that cross topics.",
        origin="Support vector networks (Cortes and Vapnik, 1995), linear ones as in LIBLINEAR "
        "(2008); linear discriminants by Fisher (1936).",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Topics:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Topics:
        check_names(params, REDUCTION_PARAMS | {"k", "labels"})
        return cls(
            whole_number(params, "k", MemoryOptions().recalled, least=0),
            _labels(params.get("labels", {})),
            reduction_from_params(params, ("pca", "svd", "lda")),
        )

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        ranked = self.ranking(exchanges, state)(question)
        return Recollection(picks=first_that_fit(ranked, self.k, budget))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """The topic's exchanges, those that fit the question first, then the newest; all
        exchanges newest first where the question has no topic."""
        given = dict(self.labels)
        labels = [given.get(each.number) or own_label(each) for each in exchanges]
        topics = _map_of(exchanges, labels, self.reduction)
        if topics is None:
            return newest_first(exchanges)
        members_of = _sorted_into(topics, exchanges, labels)

        def rank(question: Question) -> tuple[Pick, ...]:
            topic = _topic_of(question, topics)
            if topic is None:
                return newest(exchanges)
            scores = likeness(exchanges, question)
            members = [i for i in best_first(scores, "newest") if members_of[i] == topic]
            why = f"topic: {topics.model.names[topic]}"
            return tuple(Pick(exchanges[i], float(scores[i]), why) for i in members)

        return rank


def _map_of(
    exchanges: Sequence[Exchange], labels: Sequence[str], reduction: Reduction | None
) -> TopicMap | None:
    """Learnt from the labelled exchanges, in steps unless a topic is new."""
    labelled = [(each, label) for each, label in zip(exchanges, labels, strict=True) if label]
    names = {label for _, label in labelled}
    if len(names) < 2:
        labelled = _clustered(exchanges[: settled(len(exchanges))])
    elif names == {label for _, label in labelled[: settled(len(labelled))]}:
        labelled = labelled[: settled(len(labelled))]
    said, taught = [e for e, _ in labelled], tuple(label for _, label in labelled)
    return _maps().of(said, (taught, reduction), lambda: _learnt(said, taught, reduction))


def _sorted_into(
    topics: TopicMap, exchanges: Sequence[Exchange], labels: Sequence[str]
) -> list[int | None]:
    """The topic's column for each exchange: that of its label, else the one it is about."""
    column = {name: at for at, name in enumerate(topics.model.names)}
    shares = topics.shares(exchanges)
    about = [int(row.argmax()) if row.any() else None for row in shares]
    return [column.get(label, own) for label, own in zip(labels, about, strict=True)]


def _clustered(exchanges: Sequence[Exchange]) -> list[tuple[Exchange, str]]:
    """Each exchange with the name of its cluster; [] where there are no clusters."""
    groups = Grouping().map_of(exchanges)
    if groups is None:
        return []
    places = groups.shares(exchanges).argmax(axis=1)
    return [(e, groups.model.names[at]) for e, at in zip(exchanges, places, strict=True)]


def _learnt(
    exchanges: Sequence[Exchange], labels: Sequence[str], reduction: Reduction | None
) -> TopicMap | None:
    reduced = space_of(exchanges, CONTENT_WORDS, reduction, labels) if reduction else None
    space = reduced or space_of(exchanges, CONTENT_WORDS)
    learnt = labeller(space.rows, labels) if space else None
    return TopicMap(exchanges, space, learnt) if space and learnt else None


def _topic_of(question: Question, topics: TopicMap) -> int | None:
    """The column of the topic the question names, else of the one it is about; None where no
    word of it is known."""
    names = topics.model.names
    if named := named_in(question.text, names):
        return names.index(named)
    shares = topics.shares_of(*_asked(question))
    return None if shares is None else int(shares.argmax())


def _asked(question: Question) -> tuple[str, ...]:
    """Texts that may say what the question is about, the surest first."""
    together = f"{question.text} {question.previous}"
    if question.previous and content_length(question.text) <= _FEW_WORDS:
        return (together, question.text)
    return (question.text, question.previous)


@remembered(1)
def _maps() -> Fits[TopicMap | None]:
    return Fits(_MAPS)


def _labels(given: Any) -> Labels:
    """{"exchange number": "topic"}, as JSON has it; raises BadParams."""
    if isinstance(given, Mapping) and all(
        str(number).isdecimal() and isinstance(topic, str) for number, topic in given.items()
    ):
        return tuple(sorted((int(number), topic) for number, topic in given.items()))
    raise BadParams("labels: topics by exchange number are wanted, as {number: topic}")


KIND = Topics
