"""Keeps a fit to the thread that makes it. Loads scikit-learn."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from sklearn.utils.parallel import ThreadpoolController


def one_thread() -> AbstractContextManager[Any]:
    """A chat is too small to be worth a thread per core, and their waiting for each other made
    K-Means three to five times slower on a busy machine of two. Both pools: K-Means uses OpenMP,
    dense algebra its BLAS."""
    context: AbstractContextManager[Any] = _threads().limit(limits=1)
    return context


@cache
def _threads() -> Any:
    """Looking for the loaded libraries takes milliseconds, so it is done once."""
    return ThreadpoolController()
