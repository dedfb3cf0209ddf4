"""When each worker was out: killed, frozen, told to end, cut off, or without time of the machine;
a server that is down counts as everybody's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tests.bench.chaos.evidence import Evidence, Out, ServerDown

EVERYBODY = ""
ASLEEP = ("frozen", "stood still")
EXPLAINS_S = 0.3
"""A standstill that is shorter costs nobody a lease; one beat late after the other is one."""


class Outs:
    def __init__(self, evidence: Evidence) -> None:
        self._times: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self._asleep: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        for out in evidence.of(Out):
            if out.how in ASLEEP:
                self._asleep[out.worker].append((out.began, out.ended))
            if out.how != "stood still":
                self._times[out.worker].append((out.began, out.ended))
        for worker, began, ended in _standstills(evidence):
            if ended - began >= EXPLAINS_S:
                self._times[worker].append((began, ended))
        for down in evidence.of(ServerDown):
            self._times[EVERYBODY].append((down.began, down.ended))

    def asleep_past(self, worker: str, began: float, ended: float, past: float) -> bool:
        """Whether this worker did nothing from some moment between the two times on until another
        time was past."""
        return any(
            since <= ended and until >= began and since < past < until
            for since, until in self._asleep[worker]
        )

    def any_of(self, worker: str, began: float, ended: float) -> bool:
        """Whether there was one of this worker's between the two times, or reaching into them."""
        times = self._times[worker] + self._times[EVERYBODY]
        return any(until >= began and since <= ended for since, until in times)


def _standstills(evidence: Evidence) -> Iterator[tuple[str, float, float]]:
    """Those that follow each other without a beat in time between them, as one."""
    still = [out for out in evidence.of(Out) if out.how == "stood still"]
    last: tuple[str, float, float] | None = None
    for out in sorted(still, key=lambda out: (out.worker, out.began)):
        if last and last[0] == out.worker and last[2] == out.began:
            last = last[0], last[1], out.ended
            continue
        if last:
            yield last
        last = out.worker, out.began, out.ended
    if last:
        yield last
