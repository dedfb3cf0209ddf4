"""Messages that people see twice, and what explains them.

The Bot API has no key by which a repetition could be told, so two things may repeat a message
that was not begun before: an answer of it that was lost after it had taken the message, and a
worker that went out (killed, frozen, told to end, without time of the machine, or cut off from the
server) between the send and its mark. What the first repeats is `twice`, which may never be more
than the answers that were lost; what the second repeats is counted apart, and so is what an answer
repeats that came too late.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from tests.bench.chaos.evidence import Began, Delivered, Evidence, Marked
from tests.bench.chaos.fates import Words
from tests.bench.chaos.late_answers import given_up
from tests.bench.chaos.next_lease import NextLease
from tests.bench.chaos.outs import Outs


@dataclass(frozen=True, slots=True)
class Repeats:
    """twice: messages beyond the first of their words, but for `after_out` · lost_replies: answers
    lost to sends of a reply's words, where there was no message that they could have been put
    into · in_send: workers that went out with such a send under way · after_out: what they
    and late answers repeat of what no lost reply explains · unexplained: the replies that have
    more."""

    twice: int
    lost_replies: int
    in_send: int
    after_out: int
    unexplained: tuple[str, ...]


def repeats(evidence: Evidence) -> Repeats:
    words = Words(evidence)
    whole = [d for d in evidence.seen if words.are_whole(d.chat, d.reply, d.text)]
    extra: Counter[tuple[str, str]] = Counter()
    for (chat, reply, _), n in Counter((d.chat, d.reply, d.text) for d in whole).items():
        extra[chat, reply] += n - 1
    lost, cut_short = _lost(evidence, words), _cut_short(evidence)
    late = given_up(evidence, "send") - lost
    after_out = {at: min(max(0, n - lost[at]), cut_short[at] + late[at]) for at, n in extra.items()}
    return Repeats(
        twice=extra.total() - sum(after_out.values()),
        lost_replies=lost.total(),
        in_send=cut_short.total(),
        after_out=sum(after_out.values()),
        unexplained=tuple(
            f"chat {chat} was sent {reply} again {n} times, and nothing explains it"
            for (chat, reply), n in extra.items()
            if n > lost[chat, reply] + after_out[chat, reply]
        ),
    )


def _lost(evidence: Evidence, words: Words) -> Counter[tuple[str, str]]:
    return Counter(
        (d.chat, d.reply)
        for d in evidence.of(Delivered)
        if d.lost and not d.edited and words.are_whole(d.chat, d.reply, d.text)
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
    outs, taken = Outs(evidence), NextLease(evidence)
    return Counter(
        (chat, reply)
        for (worker, chat, fence, reply), at in unmarked.items()
        if outs.any_of(worker, at, taken.after(chat, fence))
    )
