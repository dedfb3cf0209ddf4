"""How long chats waited whose worker went out, until somebody else leased them.

Counted from the moment the worker was killed, frozen or cut off, for each lane it held then and
was not about to leave. When another worker goes out on the way, or the server comes back from
its death, the count begins anew: the lane may have been lost with them and has to expire once
more.
"""

from __future__ import annotations

import bisect
import math
from collections import defaultdict
from collections.abc import Iterator

from tests.bench.chaos.evidence import Evidence, Leased, Left, Out, ServerDown
from tests.bench.chaos.next_lease import NextLease


def takeovers(evidence: Evidence) -> Iterator[float]:
    """Seconds, one figure per lane that was taken over."""
    left = {(lane.chat, lane.fence) for lane in evidence.of(Left)}
    held: defaultdict[str, list[Leased]] = defaultdict(list)
    for lease in evidence.of(Leased):
        if (lease.chat, lease.fence) not in left:
            held[lease.worker].append(lease)
    leases, disturbed = NextLease(evidence), sorted(_disturbances(evidence))
    for out in evidence.of(Out):
        for lane in held[out.worker]:
            taken = leases.after(lane.chat, lane.fence)
            if lane.at <= out.began < taken < math.inf:
                yield taken - _counted_from(disturbed, out.began, taken)


def _disturbances(evidence: Evidence) -> Iterator[float]:
    yield from (out.began for out in evidence.of(Out))
    yield from (out.ended for out in evidence.of(Out) if out.how == "cut off")
    yield from (down.ended for down in evidence.of(ServerDown))


def _counted_from(disturbed: list[float], out_at: float, taken: float) -> float:
    """The last disturbance between the two."""
    place = bisect.bisect_left(disturbed, taken)
    return max(out_at, disturbed[place - 1]) if place else out_at
