"""Says a thing again only after a while, without remembering everyone for ever."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Seldom:
    """`due(key)` is true at most once per key in `every_s`; `forget(key)` makes it due again.
    At most `most` keys are remembered, the oldest go first."""

    every_s: float
    most: int = 10_000
    now: Callable[[], float] = time.monotonic
    _said: OrderedDict[Hashable, float] = field(default_factory=OrderedDict)

    def due(self, key: Hashable) -> bool:
        said = self._said.get(key)
        if said is not None and self.now() - said < self.every_s:
            return False
        self._said[key] = self.now()
        self._said.move_to_end(key)
        while len(self._said) > self.most:
            self._said.popitem(last=False)
        return True

    def forget(self, key: Hashable) -> None:
        self._said.pop(key, None)
