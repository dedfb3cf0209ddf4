"""When a chat was leased anew after a lease of it."""

from __future__ import annotations

import bisect
import math
from collections import defaultdict

from tests.bench.chaos.evidence import Evidence, Leased


class NextLease:
    """A fence is the server's count, so their order is the order of the leases."""

    def __init__(self, evidence: Evidence) -> None:
        self._by_chat: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for lease in evidence.of(Leased):
            bisect.insort(self._by_chat[lease.chat], (lease.fence, lease.at))

    def after(self, chat: str, fence: int) -> float:
        """When its new holder was told so; never is inf."""
        leases = self._by_chat[chat]
        place = bisect.bisect_right(leases, (fence, math.inf))
        return leases[place][1] if place < len(leases) else math.inf
