"""Models fitted to a chat, kept while its talk goes on: a fit per message would cost as much as
the chat is long, and over its life the square of that.

A fit is made from the first exchanges up to a step; later ones are only placed by it. The steps
depend on nothing but how many exchanges there are, so that a warm worker and a cold one come to
the same result; what is kept here only saves the work.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

from memory.conversation import Exchange

Fitted = TypeVar("Fitted")

FITTED_ALWAYS = 32
"""Up to this many exchanges a fit is cheap, and each new one may change the picture."""


def settled(count: int) -> int:
    """How many of `count` exchanges a fit is made from: all of few, then steps of a quarter, so
    that all fits of a chat's life together cost about five times the last one."""
    step = FITTED_ALWAYS
    while step * 5 // 4 <= count:
        step = step * 5 // 4
    return min(count, step)


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Fitted]):
    exchanges: tuple[Exchange, ...]
    fitted: Fitted


class Fits(Generic[Fitted]):
    """The `most` fits that were asked for last. Safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _Kept[Fitted]] = OrderedDict()
        self._lock = Lock()

    def of(
        self, exchanges: Sequence[Exchange], setting: Hashable, fit: Callable[[], Fitted]
    ) -> Fitted:
        """The fit to exactly these texts in this setting; made by `fit` when it is not kept."""
        key = (setting, *_signs(exchanges))
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if kept is not None and _same(kept.exchanges, exchanges):
            return kept.fitted
        made = fit()
        with self._lock:
            self._kept[key] = _Kept(tuple(exchanges), made)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made


def _signs(exchanges: Sequence[Exchange]) -> tuple[Hashable, ...]:
    """What tells one chat's exchanges from another's without reading them all."""
    ends = (exchanges[0], exchanges[-1]) if exchanges else ()
    return (len(exchanges), *((end.number, end.asked_at, end.user) for end in ends))


def _same(kept: Sequence[Exchange], given: Sequence[Exchange]) -> bool:
    """The same words by the same roles; what was noted beside them since does not matter."""
    return len(kept) == len(given) and all(
        a is b or a.messages == b.messages for a, b in zip(kept, given, strict=True)
    )
