"""Fewer dimensions: thousands of words become a few directions along which a chat's talk differs.

PCA and truncated SVD look at the rows alone; linear discriminant analysis wants labels and keeps
what tells these apart. Loads scikit-learn: only kinds that compare texts import this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import NDArray
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.preprocessing import normalize

from memory.params import one_of, whole_number
from memory.threads import one_thread

Method = Literal["svd", "pca", "lda"]
Rows = NDArray[np.float64]

REDUCTION_PARAMS = frozenset({"reduce", "components"})
COMPONENTS = 16
_SEED = 42


@dataclass(frozen=True, slots=True)
class Reduction:
    """`components`: the most directions to keep. Of few rows no more than half as many (that many
    directions as rows would reduce nothing), and by labels one less than there are labels."""

    method: Method
    components: int = COMPONENTS

    def fit(self, rows: Any, labels: Sequence[str] = ()) -> Reducer | None:
        """`rows`: a sparse matrix of one text a row; `labels`: one a row, for lda. None where
        the rows are too few or too much alike to have directions (or labels)."""
        most = min(self.components, rows.shape[0] // 2, rows.shape[1] - 1)
        if most < 1 or not _spread(rows):
            return None
        with one_thread():
            return self._fitted(rows, most, labels)

    def _fitted(self, rows: Any, most: int, labels: Sequence[str]) -> Reducer | None:
        if self.method == "pca":
            return Reducer((PCA(most, svd_solver="arpack", random_state=_SEED).fit(rows),))
        svd = TruncatedSVD(most, random_state=_SEED).fit(rows)
        if self.method == "svd":
            return Reducer((svd,))
        lda = _discriminant(svd.transform(rows), labels, self.components)
        return None if lda is None else Reducer((svd, lda))


@dataclass(frozen=True, slots=True)
class Reducer:
    """Fitted steps, each of which takes the result of the one before."""

    steps: tuple[Any, ...]

    def apply(self, rows: Any) -> Rows:
        """The rows in few dimensions, each of length 1 (or 0, where nothing of it is known)."""
        for step in self.steps:
            rows = step.transform(rows)
        unit: Rows = normalize(rows)
        return unit


def reduction_from_params(
    params: Mapping[str, Any], methods: tuple[Method, ...]
) -> Reduction | None:
    """None where "reduce" is absent or null. Raises BadParams."""
    method = one_of(params, "reduce", (None, *methods), None)
    components = whole_number(params, "components", COMPONENTS, least=1)
    return None if method is None else Reduction(method, components)


def _spread(rows: Any) -> bool:
    """Whether the rows differ at all: directions of one point would be divided by 0."""
    mean = np.asarray(rows.mean(axis=0)).ravel()
    squares = float(rows.multiply(rows).sum()) / rows.shape[0]
    return bool(squares - float(mean @ mean) > 1e-9)


def _discriminant(rows: Rows, labels: Sequence[str], components: int) -> Any:
    """Learnt from the labels that two texts have at least, shrunk a little, since a chat has
    fewer texts than directions; None without two such labels or where these do not differ."""
    often = {label for label, count in Counter(labels).items() if count > 1}
    rows = rows[[label in often for label in labels]] if labels else rows[:0]
    labels = [label for label in labels if label in often]
    if len(often) < 2 or not _apart(rows, labels):
        return None
    most = min(components, len(often) - 1, rows.shape[1])
    lda = LinearDiscriminantAnalysis(solver="eigen", shrinkage=0.1, n_components=most)
    try:
        return lda.fit(rows, labels)
    except LinAlgError:
        return None  # the texts of each label are all the same


def _apart(rows: Rows, labels: Sequence[str]) -> bool:
    """Whether the labels have different middles."""
    masks = ([each == label for each in labels] for label in sorted(set(labels)))
    middles = np.array([rows[mask].mean(axis=0) for mask in masks])
    return bool(np.ptp(middles, axis=0).max() > 1e-6)
