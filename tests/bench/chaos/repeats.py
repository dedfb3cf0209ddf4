"""Messages that people see twice, and what explains them.

The Bot API has no key by which a repetition could be told, so two things may repeat a message:
an answer of it that was lost after it had taken the message, and a worker that went out (killed,
frozen, told to end, without time of the machine, or cut off from the server) between the send
and its mark.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass

from tests.bench.chaos.evidence import (
    Began,
    Delivered,
    Evidence,
    Marked,
    Out,
    ServerDown,
)
from tests.bench.chaos.next_lease import NextLease

EVERYBODY = ""
EXPLAINS_S = 0.3
"""A standstill that is shorter costs nobody a lease."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """twice: messages beyond the first of their words · lost_replies: answers of the Bot API
    lost after it took the message · in_send: workers that went out with a send under way ·
    unexplained: the replies that have more of `twice` than of these."""

    twice: int
    lost_replies: int
    in_send: int
    unexplained: tuple[str, ...]


def repeats(evidence: Evidence) -> Repeats:
    deliveries = evidence.of(Delivered)
    times = Counter((d.chat, d.reply, d.text) for d in deliveries)
    extra: Counter[tuple[str, str]] = Counter()
    for (chat, reply, _), n in times.items():
        extra[chat, reply] += n - 1
    lost = Counter((d.chat, d.reply) for d in deliveries if d.lost)
    cut_short = _cut_short(evidence)
    return Repeats(
        twice=extra.total(),
        lost_replies=lost.total(),
        in_send=cut_short.total(),
        unexplained=tuple(
            f"chat {chat} was sent {reply} again {n} times, and nothing explains it"
            for (chat, reply), n in extra.items()
            if n > lost[chat, reply] + cut_short[chat, reply]
        ),
    )


def _cut_short(evidence: Evidence) -> Counter[tuple[str, str]]:
    """How many workers went out between a send of this reply and its mark."""
    marked = {(m.worker, m.chat, m.fence): m.at for m in evidence.of(Marked)}  # the last one
    unmarked: dict[tuple[str, str, int, str], float] = {}
    for began in evidence.of(Began):
        if began.what == "send" and began.at > marked.get(
            (began.worker, began.chat, began.fence), -math.inf
        ):
            unmarked.setdefault((began.worker, began.chat, began.fence, began.reply), began.at)
    outs, taken = _outs(evidence), NextLease(evidence)
    return Counter(
        (chat, reply)
        for (worker, chat, fence, reply), at in unmarked.items()
        if any(
            ended >= at and began <= taken.after(chat, fence)
            for began, ended in outs[worker] + outs[EVERYBODY]
        )
    )


def _outs(evidence: Evidence) -> defaultdict[str, list[tuple[float, float]]]:
    outs: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for out in evidence.of(Out):
        if out.how != "stood still" or out.ended - out.began >= EXPLAINS_S:
            outs[out.worker].append((out.began, out.ended))
    for down in evidence.of(ServerDown):
        outs[EVERYBODY].append((down.began, down.ended))
    return outs
