"""SearchIndex: grows exchange by exchange, answers a question without reading any text.

scikit-learn fits where a corpus stands still: its vectorisers learn vocabulary and idf in one
pass over all texts, so that every new exchange means a refit (81 times dearer at 10,000 exchanges
than at 100, ../shared/memory.md), and its cosines know no neighbours, sessions or dates. Here
postings, lengths and frequencies grow with each exchange at the cost of that exchange alone, and
numpy does the sums when a question comes. The course's setting of `nearest`, and the kinds that
look at a chat as a whole (clusters, topics), keep using scikit-learn.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from memory.kind import Question
from memory.search.asked import read_question
from memory.search.bm25 import Row
from memory.search.card import Card, read_card
from memory.search.floor import floor
from memory.search.hit import Hit
from memory.search.keys import keys
from memory.search.parts import Looked, Parts
from memory.search.rows import TAIL, Rows
from memory.search.snapshot import pack_index, unpack_index
from memory.search.vocabulary import Vocabulary
from memory.search.weights import FEW_WORDS, PREVIOUS, WEIGHTS

_IN_COMMON = ("window", "letters", "neighbour", "date", "mine")
"""Parts by which an exchange has something in common with a question; then so has its session."""

FAR_BEHIND = 0.3
"""A hit with no more than this share of the best one's score is none; the best of those that may
be found, since what is shown already may fit far better."""

AS_GOOD = 0.7
"""Where the newest is asked for, hits with this share of the best score are told by their age."""


class SearchIndex:
    """The exchanges of one chat by number, as their cards tell of them."""

    def __init__(self) -> None:
        self._rows = Rows()
        self._vocabulary = Vocabulary()

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def size_bytes(self) -> int:
        """Roughly what the index holds in memory."""
        return self._rows.size_bytes + self._vocabulary.size_bytes

    def packed(self) -> bytes:
        """All of it, for `unpack` (snapshot.py)."""
        return pack_index(self._rows, self._vocabulary)

    @classmethod
    def unpack(cls, packed: bytes) -> SearchIndex:
        """The index that was packed by a program of the same snapshot_version."""
        index = cls()
        index._rows, index._vocabulary = unpack_index(packed)
        return index

    def add(self, number: int, card: str) -> None:
        """Numbers only grow; costs what the card is long. ValueError for another number."""
        if self._rows.numbers and number <= self._rows.numbers[-1]:
            raise ValueError("exchanges are added in the order of their numbers")
        read = read_card(card)
        for key, (times, by_user) in sorted(_counted(read).items()):
            self._vocabulary.of(key).append(len(self), times, by_user)
        self._rows.append(number, read)

    def drop_before(self, number: int) -> None:
        """Forget the exchanges with smaller numbers; the same as if they had never been added.
        Costs what remains."""
        first = bisect_left(self._rows.numbers, number)
        if first:
            self._rows = self._rows.after(first)
            self._vocabulary = self._vocabulary.after(first)

    def search(
        self,
        question: Question,
        among: Callable[[int], bool] | None = None,
        most: int | None = None,
    ) -> list[Hit]:
        """The `most` best hits (None: all) among the exchanges whose number passes, best first
        and of equals the newest first. [] where nothing is relevant."""
        if not len(self):
            return []
        scores = self._scores(question)
        hits: list[Hit] = []
        for place in np.lexsort((-np.arange(len(self)), -scores)):
            least = FAR_BEHIND * hits[0].score if hits else 0.0
            if scores[place] <= least or len(hits) == most:
                break
            number = self._rows.numbers[place]
            if among is None or among(number):
                hits.append(Hit(number, float(scores[place])))
        return hits

    def sees(self, question: Question) -> bool:
        """Whether any exchange has anything in common with the question; if none has, that the
        search finds nothing says nothing."""
        return len(self) > 0 and bool(self._hits(self._look(question).lists).any())

    def knows_a_word(self, question: Question) -> bool:
        """Whether a word that the question turns on was said as it stands there; if none was, its
        words say nothing of what it means."""
        asked = read_question(question.text, question.at)
        return any(key in self._vocabulary.ids for key in asked.keys)

    def lists(self, question: Question) -> dict[str, Row]:
        """Each part's values before they are weighed, in the order of the exchanges."""
        return self._look(question).lists

    def _look(self, question: Question) -> Looked:
        """The question before is in it with its share, where it counts."""
        parts = Parts(self._rows, self._vocabulary)
        asked = read_question(question.text, question.at)
        found = parts.look(asked)
        if not question.previous or asked.words > FEW_WORDS:
            return found
        before = parts.look(read_question(question.previous, question.at))
        for name in before.lists.keys() - {"length", "name"}:
            found.lists[name] = found.lists[name] + PREVIOUS * before.lists[name]
        return Looked(found.lists, max(found.common, before.common))

    def _scores(self, question: Question) -> Row:
        """0 for what is no hit; all 0 where nothing is relevant."""
        asked = read_question(question.text, question.at)
        found = self._look(question)
        if found.common < floor(len(self), asked.words):
            return np.zeros(len(self))
        total = sum((weight * found.lists[name] for name, weight in WEIGHTS.items()), start=0.0)
        scores = np.where(self._hits(found.lists), total / sum(WEIGHTS.values()), 0.0)
        return (_newer_first(scores) if asked.newest and not asked.days else scores).round(12)

    def _hits(self, lists: Mapping[str, Row]) -> NDArray[np.bool_]:
        """Exchanges that have something in common with the question, and those of their
        sessions."""
        own = np.max([lists[name] for name in _IN_COMMON], axis=0) > 0
        sessions = np.array(self._rows.sessions)
        return np.asarray(np.bincount(sessions, weights=own)[sessions] > 0)


def _newer_first(scores: Row) -> Row:
    """Of those about as good as the best, the newest becomes the best."""
    best = float(scores.max())
    as_good = np.flatnonzero(scores >= AS_GOOD * best)
    newer = scores.copy()
    newer[as_good] += best * np.arange(1, len(as_good) + 1) / len(as_good)
    return newer


def _counted(card: Card) -> dict[str, tuple[float, float]]:
    """Key -> how often in all, a reply's tail counting for less, and how often by the user."""
    found: dict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for said, share, user in ((card.user, 1.0, 1), (card.head, 1.0, 0), (card.tail, TAIL, 0)):
        for word, count in said.words.items():
            for key in keys(word):
                times, by_user = found[key]
                found[key] = times + count * share, by_user + count * user
    return found
