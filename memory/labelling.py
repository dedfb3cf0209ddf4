"""A linear support vector machine that learns topics from labelled texts. Loads scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.svm import LinearSVC

from memory.clustering import Shares
from memory.threads import one_thread

_SEED = 42
_MOST_STEPS = 20_000
"""Far more than a chat ever needed: a fit that is cut short warns."""


@dataclass(frozen=True, slots=True)
class Labeller:
    """names: the topics, in the order of the columns · fitted: of the rows it learnt from, each
    wholly in the topic it was labelled with."""

    names: tuple[str, ...]
    machine: Any
    fitted: Shares

    def shares(self, rows: Any) -> Shares:
        """Each text wholly in the topic on whose side it lies deepest."""
        return _whole(self.machine.predict(rows), self.names)


def labeller(rows: Any, labels: Sequence[str]) -> Labeller | None:
    """Learnt from one label a row, topics with few texts weighing as much as those with many;
    None where there is nothing to tell apart."""
    names = tuple(sorted(set(labels)))
    if len(names) < 2:
        return None
    machine = LinearSVC(
        C=1.0, class_weight="balanced", dual="auto", random_state=_SEED, max_iter=_MOST_STEPS
    )
    with one_thread():
        machine.fit(rows, list(labels))
    return Labeller(names, machine, _whole(np.array(labels), names))


def _whole(labels: NDArray[np.str_], names: Sequence[str]) -> Shares:
    column = {name: at for at, name in enumerate(names)}
    shares: Shares = np.eye(len(names))[[column[str(label)] for label in labels]]
    return shares
