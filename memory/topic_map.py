"""A map of a chat's topics: drawn from some of its exchanges, and every other text placed on it.

Loads scikit-learn: only kinds that compare texts import this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from memory.clustering import Shares
from memory.conversation import Exchange, Message
from memory.reduction import Reducer, Reduction
from memory.vectors import Vectors, Words, text_of


class Model(Protocol):
    """What was fitted to rows: gives each text its share in each topic."""

    @property
    def names(self) -> tuple[str, ...]:
        """What each topic is called, by column."""
        ...

    @property
    def fitted(self) -> Shares:
        """Of the rows it was fitted to."""
        ...

    def shares(self, rows: Any) -> Shares:
        """Of any others; there is one at least."""
        ...


@dataclass(frozen=True, slots=True)
class Space:
    """Where the model lives: the exchanges' vectors, in fewer dimensions where that is asked."""

    vectors: Vectors
    rows: Any
    reducer: Reducer | None = None

    def placed(self, rows: Any) -> Any:
        return rows if self.reducer is None else self.reducer.apply(rows)


def space_of(
    exchanges: Sequence[Exchange],
    words: Words,
    reduction: Reduction | None = None,
    labels: Sequence[str] = (),
) -> Space | None:
    """None where nothing in the texts can be compared, or they differ too little to reduce."""
    vectors = Vectors(exchanges, words)
    if vectors.empty:
        return None
    if reduction is None:
        return Space(vectors, vectors.rows)
    reducer = reduction.fit(vectors.rows, labels)
    return None if reducer is None else Space(vectors, reducer.apply(vectors.rows), reducer)


_Placed = tuple[tuple[Message, ...], Shares]


class TopicMap:
    """Each exchange is placed once and then known, as long as its words stay the same."""

    def __init__(self, exchanges: Sequence[Exchange], space: Space, model: Model) -> None:
        self.space = space
        self.model = model
        self._placed = _by_number(exchanges, model.fitted)

    def shares(self, exchanges: Sequence[Exchange]) -> Shares:
        """One row an exchange; all 0 where the map knows none of its words."""
        known = {each.number: self._row(each) for each in exchanges}
        new = [each for each in exchanges if known[each.number] is None]
        if new:
            fresh = _by_number(new, self._of_texts([text_of(each) for each in new]))
            self._placed |= fresh
            known |= {number: row for number, (_, row) in fresh.items()}
        return np.array([known[each.number] for each in exchanges])

    def shares_of(self, *texts: str) -> Shares | None:
        """Of the first text of which a word is known; None where there is no such text."""
        found = (self._of_texts([text])[0] for text in texts if text)
        return next((shares for shares in found if shares.any()), None)

    def _row(self, exchange: Exchange) -> Shares | None:
        said, row = self._placed.get(exchange.number, ((), None))
        return row if said is exchange.messages or said == exchange.messages else None

    def _of_texts(self, texts: Sequence[str]) -> Shares:
        rows = self.space.vectors.rows_of(texts)
        known = np.diff(rows.indptr) > 0
        shares = np.zeros((len(texts), self.model.fitted.shape[1]))
        if known.any():
            shares[known] = self.model.shares(self.space.placed(rows[known]))
        return shares


def _by_number(exchanges: Sequence[Exchange], shares: Shares) -> dict[int, _Placed]:
    return {e.number: (e.messages, row) for e, row in zip(exchanges, shares, strict=True)}
