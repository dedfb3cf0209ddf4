"""Answers of the Bot API that nobody kept back and that came too late all the same, on a machine
that had no time for those who gave or took them: known by the whole time that a worker gives an
answer. To the worker they are as good as lost."""

from __future__ import annotations

from collections import Counter, defaultdict

from tests.bench.chaos.evidence import Began, Ended, Evidence
from tests.bench.chaos.plan import ANSWER_TIMEOUT_S


def given_up(evidence: Evidence, what: str) -> Counter[tuple[str, str]]:
    """How many messages of each chat's reply were waited for so long, kept back or not. what:
    "send" or "begin"."""
    ends: defaultdict[tuple[str, str, int], list[float]] = defaultdict(list)
    for ended in evidence.of(Ended):
        if ended.what == what:
            ends[ended.worker, ended.chat, ended.fence].append(ended.at)
    counted: Counter[tuple[str, str]] = Counter()
    for began in evidence.of(Began):
        if began.what == what:
            after = ends[began.worker, began.chat, began.fence]
            ended_at = next((at for at in after if at >= began.at), began.at)
            counted[began.chat, began.reply] += ended_at - began.at >= ANSWER_TIMEOUT_S
    return counted
