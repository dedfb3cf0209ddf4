"""Answers in whose place half an answer is seen again, because a worker was frozen in the very
moment in which it sent a frame, and woke up when another one had put the whole answer there.

It asks for its lease right before each frame, but between the asking and the sending lie some
milliseconds; and nothing tells Telegram that a call is out of date. Counted apart, and told as if
the answer were still seen, so that nothing else excuses a lost one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.chaos.evidence import Began, Delivered, Ended, Evidence, in_group
from tests.bench.chaos.fates import Words
from tests.bench.chaos.next_lease import NextLease
from tests.bench.chaos.outs import Outs


@dataclass(frozen=True, slots=True)
class Restored:
    """messages: what people would see without that · overwritten: how often it happened."""

    messages: Sequence[Delivered]
    overwritten: int


def restored(evidence: Evidence) -> Restored:
    words, frames = Words(evidence), _Frames(evidence)
    told: defaultdict[tuple[str, int], list[Delivered]] = defaultdict(list)
    for record in evidence.of(Delivered):
        told[record.chat, record.message_id].append(record)
    messages, overwritten = [], 0
    for message in evidence.seen:
        whole = None
        if in_group(message.chat) and not words.are_whole(*_said(message)):
            before = told[message.chat, message.message_id]
            whole = next((one for one in reversed(before) if words.are_whole(*_said(one))), None)
        if whole is not None and frames.woke_up_with(message):
            messages.append(whole)
            overwritten += 1
        else:
            messages.append(message)
    return Restored(messages, overwritten)


def _said(message: Delivered) -> tuple[str, str, str]:
    return message.chat, message.reply, message.text


class _Frames:
    def __init__(self, evidence: Evidence) -> None:
        self._outs, self._leases = Outs(evidence), NextLease(evidence)
        self._last = {(b.chat, b.reply): b for b in evidence.of(Began) if b.what == "edit"}
        self._ended = {
            (e.worker, e.chat, e.fence): e.at for e in evidence.of(Ended) if e.what == "edit"
        }

    def woke_up_with(self, message: Delivered) -> bool:
        """Whether the last edit with these words was under way while its worker stood still until
        another one had leased the chat."""
        frame = self._last.get((message.chat, message.reply))
        if frame is None:
            return False
        ended = self._ended.get((frame.worker, frame.chat, frame.fence), -math.inf)
        until = ended if ended >= frame.at else math.inf
        taken = self._leases.after(frame.chat, frame.fence)
        return self._outs.asleep_past(frame.worker, frame.at, until, taken)
