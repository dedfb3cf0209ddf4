"""A small hidden Markov model: what is seen tells of states that are not (Rabiner, 1989)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class HiddenMarkov:
    """Probabilities. start: of each state at first · moves[a, b]: from state a to state b ·
    shows[a, s]: that state a shows the sign s. Rows add up to 1, none of them is 0."""

    start: Row
    moves: Row
    shows: Row

    def belief(self, signs: Sequence[int]) -> Row:
        """How probable each state is at the last sign, given all of them (the forward pass);
        `start` where there are none."""
        return self._forward(signs)[-1] if signs else self.start

    def next_belief(self, signs: Sequence[int]) -> Row:
        """How probable each state is at the sign that is still to come."""
        return self.belief(signs) @ self.moves if signs else self.start

    def next_sign(self, signs: Sequence[int]) -> Row:
        """How probable each sign is as the next."""
        return self.next_belief(signs) @ self.shows

    def adapted(self, signs: Sequence[int], *, trust: float, rounds: int) -> HiddenMarkov:
        """Fitted to the signs by Baum-Welch, held to this model as if each of its rows had been
        counted over `trust` signs. Signs fewer than two change nothing."""
        model = self
        for _ in range(rounds if len(signs) > 1 else 0):
            moves, shows, start = model._counted(signs)
            model = HiddenMarkov(
                _rows(start + trust * self.start),
                _rows(moves + trust * self.moves),
                _rows(shows + trust * self.shows),
            )
        return model

    def _counted(self, signs: Sequence[int]) -> tuple[Row, Row, Row]:
        """Expected numbers: of moves between states, of signs per state, of first states."""
        forward, backward = self._forward(signs), self._backward(signs)
        states = _rows(forward * backward)
        ahead = self.shows[:, signs[1:]].T * backward[1:]
        pairs = forward[:-1, :, None] * self.moves[None] * ahead[:, None, :]
        pairs /= pairs.sum(axis=(1, 2), keepdims=True)
        shows = np.zeros_like(self.shows)
        np.add.at(shows.T, np.asarray(signs), states)
        return pairs.sum(axis=0), shows, states[0]

    def _forward(self, signs: Sequence[int]) -> Row:
        """One row a sign; each is scaled to 1, or long talks would come to nothing."""
        found = np.empty((len(signs), len(self.start)))
        before = self.start
        for at, sign in enumerate(signs):
            found[at] = _rows(before * self.shows[:, sign])
            before = found[at] @ self.moves
        return found

    def _backward(self, signs: Sequence[int]) -> Row:
        found = np.ones((len(signs), len(self.start)))
        for at in range(len(signs) - 2, -1, -1):
            found[at] = _rows(self.moves @ (self.shows[:, signs[at + 1]] * found[at + 1]))
        return found


def _rows(values: Row) -> Row:
    """Each row scaled to add up to 1."""
    scaled: Row = values / values.sum(axis=-1, keepdims=True)
    return scaled
