"""Leases under which work went on, or began, after somebody else had leased the same chat.

Time in which a process was frozen, or the machine had none for it, is no work, nor is the moment
after it in which the process finds out. A killed process does nothing any more.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from tests.bench.chaos.evidence import Began, Ended, Evidence, Out
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
