"""What is remembered of texts, so that it is not worked out anew at every turn.

Bounded, and forgotten all at once as soon as a chat had something erased: what was erased must not
live on as the key of a cache. The others' is then worked out once more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import TypeVar
from weakref import WeakSet

Result = TypeVar("Result")

_remembering: WeakSet[_lru_cache_wrapper[object]] = WeakSet()


def remembered(most: int) -> Callable[[Callable[..., Result]], _lru_cache_wrapper[Result]]:
    """A decorator as lru_cache is: the `most` results that were asked for last."""

    def remembering(work: Callable[..., Result]) -> _lru_cache_wrapper[Result]:
        results = lru_cache(maxsize=most)(work)
        _remembering.add(results)
        return results

    return remembering


def forget_texts() -> None:
    """Forget every result, of every chat."""
    for results in tuple(_remembering):
        results.cache_clear()
