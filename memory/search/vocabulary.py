"""The words of a chat: where each was said, and which look alike.

Look-alikes go through the letters of the words, not of the texts: an n-gram leads to the words
that hold it, and those to their postings. So the letters cost what the vocabulary is large.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from memory.search.keys import is_run

Row = NDArray[np.float64]
Places = NDArray[np.int64]

WORD_GRAMS = (3, 4)
RUN_GRAMS = (1, 2)
"""Lengths of the letter groups that words, and pairs of an unspaced script, are compared by."""


class Postings:
    """Where a word was said: places of exchanges, ascending; how often in all (a reply's tail
    counts for less), and how often by the user."""

    __slots__ = ("places", "times", "user_times")

    def __init__(self) -> None:
        self.places = array("l")
        self.times = array("d")
        self.user_times = array("d")

    def append(self, place: int, times: float, user_times: float) -> None:
        self.places.append(place)
        self.times.append(times)
        self.user_times.append(user_times)

    def __len__(self) -> int:
        return len(self.places)

    @property
    def size_bytes(self) -> int:
        return 3 * 8 * len(self) + 300


class Vocabulary:
    """Words get ids in the order in which they come. holding: group of letters -> ids of the words
    that hold it · grams: how many groups each word has."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.postings: list[Postings] = []
        self.holding: dict[str, array[int]] = {}
        self.grams = array("l")

    def of(self, word: str) -> Postings:
        """The word's postings; a new word gets empty ones."""
        found = self.ids.get(word)
        if found is None:
            found = self.ids[word] = len(self.postings)
            self.postings.append(Postings())
            grams = grams_of(word)
            self.grams.append(len(grams))
            for gram in grams:
                self.holding.setdefault(gram, array("l")).append(found)
        return self.postings[found]

    def alike(self, word: str) -> Row:
        """How much of its letter groups each known word shares with this one: 0 to 1 (Dice)."""
        grams = grams_of(word)
        holding = [np.array(self.holding[gram]) for gram in grams if gram in self.holding]
        if not holding:
            return np.zeros(len(self.postings))
        shared = np.bincount(np.concatenate(holding), minlength=len(self.postings))
        return np.asarray(2 * shared / (len(grams) + np.array(self.grams)))

    def after(self, first: int) -> Vocabulary:
        """The vocabulary of the exchanges from this place on, as if there were no others."""
        kept: dict[int, list[tuple[str, float, float]]] = defaultdict(list)
        for word, found in self.ids.items():
            postings = self.postings[found]
            for i in range(bisect_left(postings.places, first), len(postings)):
                counts = (word, postings.times[i], postings.user_times[i])
                kept[postings.places[i] - first].append(counts)
        fresh = Vocabulary()
        for place in sorted(kept):
            for word, times, user_times in sorted(kept[place]):
                fresh.of(word).append(place, times, user_times)
        return fresh

    @property
    def size_bytes(self) -> int:
        grams = sum(150 + each.itemsize * len(each) for each in self.holding.values())
        return grams + sum(200 + each.size_bytes for each in self.postings)


def grams_of(word: str) -> list[str]:
    """The letter groups of a word, each once, its ends marked by a space. A word with a digit in
    it has but itself: the next number is another thing."""
    if any(map(str.isdigit, word)):
        return [word]
    text, lengths = (word, RUN_GRAMS) if is_run(word) else (f" {word} ", WORD_GRAMS)
    return list(dict.fromkeys(_grams(text, lengths)))


def _grams(text: str, lengths: Iterable[int]) -> Iterable[str]:
    for length in lengths:
        yield from (text[i : i + length] for i in range(len(text) - length + 1))
