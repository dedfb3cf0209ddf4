"""Messages of groups in which an answer was begun and that its end was never put into.

There an answer is one message, which is edited. It may stay half only when nobody could know of
it: the answer to its sending was lost or came too late, or its worker went out, or a server was
down, before the server had noted it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.chaos.evidence import Begun, Delivered, Evidence, Kept, in_group
from tests.bench.chaos.fates import Words
from tests.bench.chaos.late_answers import given_up
from tests.bench.chaos.outs import Outs


@dataclass(frozen=True, slots=True)
class Halves:
    """left: how many stayed half · unexplained: those that somebody could have known of."""

    left: int
    unexplained: tuple[str, ...]


def halves(evidence: Evidence) -> Halves:
    words = Words(evidence)
    left = [
        message
        for message in evidence.seen
        if in_group(message.chat) and not words.are_whole(message.chat, message.reply, message.text)
    ]
    known, late = _Known(evidence), given_up(evidence, "begin")
    return Halves(
        len(left),
        tuple(
            f"chat {message.chat} still shows half an answer ({message.reply})"
            for message in left
            if not (message.lost or late[message.chat, message.reply]) and known.could_be(message)
        ),
    )


class _Known:
    def __init__(self, evidence: Evidence) -> None:
        self._begun = {(one.chat, one.reply): one for one in evidence.of(Begun)}
        self._outs = Outs(evidence)
        self._kept: defaultdict[tuple[str, str, int], Sequence[float]] = defaultdict(tuple)
        for kept in evidence.of(Kept):
            who = kept.worker, kept.chat, kept.fence
            self._kept[who] = (*self._kept[who], kept.at)

    def could_be(self, message: Delivered) -> bool:
        """Whether its worker had the time to note it."""
        begun = self._begun.get((message.chat, message.reply))
        if begun is None:
            return True
        noted = self._kept[begun.worker, begun.chat, begun.fence]
        kept = next((at for at in noted if at >= begun.at), math.inf)
        return not self._outs.any_of(begun.worker, begun.at, kept)
