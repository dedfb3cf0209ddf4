"""How a chat's own topics are found. Loads scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from memory.clustering import hard_groups, soft_groups
from memory.conversation import Exchange
from memory.fits import Fits, settled
from memory.reduction import Reduction
from memory.remembered import remembered
from memory.topic_map import TopicMap, space_of
from memory.vectors import CONTENT_WORDS, PlainWords, Words

Choice = Literal["hard", "soft"]

MOST_GROUPS = 12  # a chat's topics that a person could name; also bounds the fit's cost
_MAPS = 16
"""Chats whose maps are kept. One of 10,000 exchanges holds some tens of megabytes."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """words: how texts are read; plain words stand for the course's setting, in which every
    exchange takes part in the fit at once · count None: as many topics as sqrt(exchanges / 2),
    2 to 12 · choice: K-Means or a Gaussian mixture · reduction None: all words (a mixture, which
    needs few dimensions, takes truncated SVD then)."""

    words: Words = CONTENT_WORDS
    count: int | None = None
    seed: int = 42
    tries: int = 10
    choice: Choice = "hard"
    reduction: Reduction | None = None

    def map_of(self, exchanges: Sequence[Exchange]) -> TopicMap | None:
        """None where there are fewer different exchanges than topics."""
        every = isinstance(self.words, PlainWords)
        first = exchanges[: len(exchanges) if every else settled(len(exchanges))]
        return _maps().of(first, self, lambda: self._drawn(first))

    def _drawn(self, exchanges: Sequence[Exchange]) -> TopicMap | None:
        reduction = self.reduction or (Reduction("svd") if self.choice == "soft" else None)
        space = space_of(exchanges, self.words, reduction)
        if space is None:
            return None
        count = self.count or max(2, min(MOST_GROUPS, round(sqrt(len(exchanges) / 2))))
        find = soft_groups if self.choice == "soft" else hard_groups
        groups = find(space.rows, count, seed=self.seed, tries=self.tries)
        return None if groups is None else TopicMap(exchanges, space, groups)


@remembered(1)
def _maps() -> Fits[TopicMap | None]:
    return Fits(_MAPS)
