"""SearchIndex: grows exchange by exchange, answers a question without reading any text.

scikit-learn fits where a corpus stands still: its vectorisers learn vocabulary and idf in one
pass over all texts, so every new exchange would mean a refit (81 times dearer at 10,000 than at
100 exchanges, ../shared/memory.md). Here postings, lengths and document frequencies grow with
each exchange at the cost of that exchange alone; numpy does the sums at the question.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from memory.kind import Question
from memory.search.card import Card, Said, read_card
from memory.search.hit import Hit
from memory.search.keys import keys, question_tokens

SESSION_GAP_SECONDS = 3600
"""A session is a run of exchanges with no longer pause than this between two questions."""

KERNEL = ((0, 1.0), (1, 0.6), (-1, 0.3), (2, 0.3), (-2, 0.1))
"""(how far before, share): an exchange also counts the words of its neighbours."""
K1, B = 1.0, 0.5

Row = NDArray[np.float64]


class SearchIndex:
    """Exchanges by number, growing."""

    def __init__(self) -> None:
        self._numbers = array("q")
        self._times = array("q")
        self._labels: list[str] = []
        self._sessions = array("l")
        self._lengths = array("d")
        self._postings: dict[str, tuple[array[int], array[float]]] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def size_bytes(self) -> int:
        """Roughly what the index holds in memory."""
        postings = sum(
            400 + len(docs) * docs.itemsize + len(tf) * tf.itemsize
            for docs, tf in self._postings.values()
        )
        return postings + len(self) * 40

    def add(self, number: int, card: str) -> None:
        """Numbers only grow; costs what the card is long."""
        if self._numbers and number <= self._numbers[-1]:
            raise ValueError("exchanges are added in the order of their numbers")
        self._append(number, read_card(card))

    def _append(self, number: int, card: Card) -> None:
        place = len(self)
        self._sessions.append(self._session_of(card))
        self._numbers.append(number)
        self._times.append(card.at)
        self._labels.append(card.session)
        self._lengths.append(card.user.length + card.head.length + 0.3 * card.tail.length)
        for key, tf in sorted(_key_counts(card).items()):
            docs, tfs = self._postings.setdefault(key, (array("l"), array("d")))
            docs.append(place)
            tfs.append(tf)

    def _session_of(self, card: Card) -> int:
        if not self._numbers:
            return 0
        same = card.session == self._labels[-1]
        if not card.session:
            same = same and card.at - self._times[-1] <= SESSION_GAP_SECONDS
        return self._sessions[-1] + (not same)

    def drop_before(self, number: int) -> None:
        """Forget the exchanges with smaller numbers; costs what remains."""
        first = bisect_left(self._numbers, number)
        if first == 0:
            return
        start = self._sessions[first] if first < len(self) else 0
        del self._numbers[:first], self._times[:first], self._labels[:first]
        del self._lengths[:first]
        self._sessions = array("l", (each - start for each in self._sessions[first:]))
        for key, (docs, tfs) in list(self._postings.items()):
            cut = bisect_left(docs, first)
            if cut == len(docs):
                del self._postings[key]
            elif cut or first:
                self._postings[key] = (array("l", (d - first for d in docs[cut:])), tfs[cut:])

    def search(self, question: Question, among: Callable[[int], bool] | None = None) -> list[Hit]:
        """Best first, of equals the newest first; only what is relevant, [] where nothing is."""
        scores = self._windowed(question)
        found = [int(i) for i in np.lexsort((-np.arange(len(self)), -scores)) if scores[i] > 0]
        hits = [Hit(self._numbers[i], float(scores[i])) for i in found]
        return [hit for hit in hits if among is None or among(hit.number)]

    def _windowed(self, question: Question) -> Row:
        scores = np.zeros(len(self))
        if not len(self):
            return scores
        sessions = np.array(self._sessions)
        lengths = spread(np.array(self._lengths), sessions)
        norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1e-9))
        wanted = {key for token in question_tokens(question.text) for key in keys(token)}
        for key in sorted(wanted & self._postings.keys()):
            docs, tfs = self._postings[key]
            tf = np.zeros(len(self))
            tf[np.array(docs)] = tfs
            tf = spread(tf, sessions)
            idf = np.log(1 + (len(self) - len(docs) + 0.5) / (len(docs) + 0.5))
            scores += idf * tf * (K1 + 1) / (tf + norm)
        return scores.round(12)


def _key_counts(card: Card) -> dict[str, float]:
    found: dict[str, float] = {}
    for said, share in ((card.user, 1.0), (card.head, 1.0), (card.tail, 0.3)):
        for key, count in _keys_of(said):
            found[key] = found.get(key, 0.0) + count * share
    return found


def _keys_of(said: Said) -> list[tuple[str, int]]:
    return [(key, count) for word, count in said.words.items() for key in keys(word)]


def spread(values: Row, sessions: NDArray[np.int64]) -> Row:
    """Each value and a share of its neighbours', within the session."""
    found = np.zeros(len(values))
    for before, share in KERNEL:
        if before == 0:
            found += share * values
            continue
        here, there = (slice(before, None), slice(None, -before))
        if before < 0:
            here, there = slice(None, before), slice(-before, None)
        found[here] += share * values[there] * (sessions[here] == sessions[there])
    return found
