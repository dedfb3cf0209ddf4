"""Leases under which work went on, or began, after somebody else had leased the same chat.

Time in which a process was frozen, or the machine had none for it, is no work, nor is the moment
after it in which the process finds out. A killed process does nothing any more. But whoever wakes
up asks whether the lease is still theirs before they begin anything, so nothing excuses that. Only
one message, the very first thing that a frozen process does, may have been between the asking and
the note that it goes out: it passes through aiogram there. A call of the model is noted at once.
"""

from __future__ import annotations

import bisect
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tests.bench.chaos.evidence import (
    Began,
    Ended,
    Evidence,
    Leased,
    Left,
    Marked,
    Out,
)
from tests.bench.chaos.next_lease import NextLease
from tests.bench.chaos.outs import ASLEEP

FINDS_OUT_S = 0.5

Interval = tuple[float, float]


def overlapping(evidence: Evidence) -> Iterator[str]:
    leases = NextLease(evidence)
    outs: defaultdict[str, list[Out]] = defaultdict(list)
    for out in evidence.of(Out):
        outs[out.worker].append(out)
    for (worker, chat, fence), spans in _work(evidence).items():
        after = leases.after(chat, fence)
        awake = (end for span in spans for _, end in _awake(span, outs[worker]))
        until = max(awake, default=0.0)
        if until > after:
            yield f"{worker} worked on chat {chat} {until - after:.3f} s into another's lease"
    yield from _begun_late(evidence, leases, outs)


def _begun_late(
    evidence: Evidence, leases: NextLease, outs: Mapping[str, Sequence[Out]]
) -> Iterator[str]:
    doings = _Doings(evidence)
    for began in evidence.of(Began):
        late_s = began.at - leases.after(began.chat, began.fence)
        if late_s > 0 and not doings.went_on_with(began, outs[began.worker]):
            who = f"{began.worker} began work ({began.what}) on chat {began.chat}"
            yield f"{who} {late_s:.3f} s into another's lease"


class _Doings:
    """When each worker did something."""

    def __init__(self, evidence: Evidence) -> None:
        self._times: defaultdict[str, list[float]] = defaultdict(list)
        doings: list[Leased | Began | Ended | Marked | Left] = [
            *evidence.of(Leased),
            *evidence.of(Began),
            *evidence.of(Ended),
            *evidence.of(Marked),
            *evidence.of(Left),
        ]
        for done in doings:
            self._times[done.worker].append(done.at)
        for times in self._times.values():
            times.sort()

    def went_on_with(self, began: Began, outs: Sequence[Out]) -> bool:
        """Whether it is the message that the process was frozen with."""
        woken = (out.ended for out in outs if out.how == "frozen" and out.ended <= began.at)
        since = max(woken, default=-math.inf)
        times = self._times[began.worker]
        first = times[bisect.bisect_left(times, since)]
        return began.what != "model" and began.at == first <= since + FINDS_OUT_S


def _work(evidence: Evidence) -> dict[tuple[str, str, int], list[Interval]]:
    """Of each lease the times from begin to end; no end: it went on until the process' death."""
    ends: defaultdict[tuple[str, str, int, str], list[float]] = defaultdict(list)
    for end in evidence.of(Ended):
        ends[end.worker, end.chat, end.fence, end.what].append(end.at)
    spans: defaultdict[tuple[str, str, int], list[Interval]] = defaultdict(list)
    for began in evidence.of(Began):
        known = ends[began.worker, began.chat, began.fence, began.what]
        until = next((at for at in known if at >= began.at), math.inf)
        spans[began.worker, began.chat, began.fence].append((began.at, until))
    return spans


def _awake(span: Interval, outs: list[Out]) -> Iterator[Interval]:
    """What is left of the span without the times in which the process did nothing."""
    began, until = span
    for out in sorted(outs, key=lambda out: out.began):
        if out.how == "killed":
            until = min(until, out.began)
        elif out.how in ASLEEP and out.began < until and out.ended + FINDS_OUT_S > began:
            if began < out.began:
                yield began, out.began
            began = out.ended + FINDS_OUT_S
    if began < until:
        yield began, until
