"""Two ways to find groups in rows: K-Means, which puts a text into one group, and a Gaussian
mixture, which gives it a share in each. Loads scikit-learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.mixture import GaussianMixture

from memory.threads import one_thread

Shares = NDArray[np.float64]
"""One row a text, one column a group: how much of the text belongs there; a row adds up to 1."""

_NARROWEST = 1 / 16
"""Least variance of a group: what rows of length 1 have in each of 16 directions on average."""


@dataclass(frozen=True, slots=True)
class Groups:
    """`fitted`: the shares of the rows that the model was fitted to."""

    model: Any
    fitted: Shares

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"cluster {at}" for at in range(1, self.fitted.shape[1] + 1))

    def shares(self, rows: Any) -> Shares:
        """The shares of any rows of the same columns; there must be one at least."""
        with one_thread():
            return _shares(self.model, rows)


def hard_groups(rows: Any, count: int, *, seed: int, tries: int) -> Groups | None:
    """K-Means, the best of `tries`; None where fewer than `count` rows differ."""
    if different_rows(rows) < count:
        return None
    with one_thread():
        means = KMeans(count, random_state=seed, n_init=tries).fit(rows)
    return Groups(means, _one_each(means.labels_, count))


def soft_groups(rows: NDArray[np.float64], count: int, *, seed: int, tries: int) -> Groups | None:
    """A mixture of round Gaussians over dense rows of length 1; None as hard_groups.

    Round ones (one variance each), because a chat has fewer texts than a full covariance has
    numbers; and none narrower than _NARROWEST: the few texts of a chat lie so far apart that
    every share would be all or nothing.
    """
    if different_rows(rows) < count:
        return None
    mixture = GaussianMixture(
        count,
        covariance_type="spherical",
        reg_covar=_NARROWEST,
        tol=0.01,
        max_iter=1000,
        n_init=tries,
        random_state=seed,
    )
    with one_thread():
        mixture.fit(rows)
        return Groups(mixture, _shares(mixture, rows))


def _shares(model: Any, rows: Any) -> Shares:
    if isinstance(model, KMeans):
        return _one_each(model.predict(rows), model.n_clusters)
    shares: Shares = model.predict_proba(rows).round(9)  # the last bits differ alone and in rows
    return shares


def _one_each(labels: NDArray[np.intp], count: int) -> Shares:
    shares: Shares = np.eye(count)[labels]
    return shares


def different_rows(rows: Any) -> int:
    """How many rows differ (to nine decimals); K-Means warns when they are fewer than groups."""
    if isinstance(rows, np.ndarray):
        return len(np.unique(rows.round(9), axis=0))
    found = set()
    for start, end in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
        weights = rows.data[start:end].round(9)
        found.add(tuple(sorted(zip(rows.indices[start:end], weights, strict=True))))
    return len(found)
