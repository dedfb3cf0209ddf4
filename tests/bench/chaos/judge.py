"""Judges a run: what was promised, against what everybody wrote down. Pure.

All counts but those of messages are in update ids; what each one means stands on top of the file
that counts it. The run broke a promise when anything is lost, doubled, out of order or
overlapping, when a message was sent twice and no lost reply or worker's death explains it, when
half an answer stayed in a group although somebody could have known of it, or when a lane was taken
over later than its lease and TAKEOVER_S after its worker went out.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.bench.chaos.evidence import Begun, Evidence
from tests.bench.chaos.fates import Fates, doubled
from tests.bench.chaos.halves import halves
from tests.bench.chaos.order import out_of_order
from tests.bench.chaos.overlaps import overlapping
from tests.bench.chaos.overwritten import restored
from tests.bench.chaos.repeats import repeats
from tests.bench.chaos.takeovers import takeovers

TAKEOVER_S = 3.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """`counts` is what the bench prints; `broken` says each broken promise in a line."""

    counts: dict[str, float]
    broken: tuple[str, ...]


def judge(evidence: Evidence, lease_s: float) -> Verdict:
    restoring = restored(evidence)
    evidence.seen = restoring.messages
    fates = Fates(evidence)
    lost, twice = tuple(fates.lost()), tuple(doubled(evidence))
    late, over = tuple(out_of_order(evidence)), tuple(overlapping(evidence))
    sent, half = repeats(evidence), halves(evidence)
    slowest_s = max(takeovers(evidence), default=0.0)
    counted = fates.counted()
    counts: dict[str, float] = {
        "sent": len(evidence.puts()),
        **{fate: counted[fate] for fate in ("answered", "dropped", "dead")},
        "lost": len(lost),
        "doubled": len(twice),
        "out_of_order": len(late),
        "overlapping": len(over),
        "sent_twice": sent.twice,
        "lost_replies_injected": sent.lost_replies,
        "sent_twice_after_out": sent.after_out,
        "out_in_send": sent.in_send,
        "placeholders": len(evidence.of(Begun)),
        "left_half": half.left,
        "overwritten": restoring.overwritten,
        "slowest_takeover_s": round(slowest_s, 2),
    }
    broken = [*lost, *twice, *late, *over, *sent.unexplained, *half.unexplained]
    if sent.twice > sent.lost_replies:
        broken.append(f"{sent.twice} messages were sent twice, {sent.lost_replies} replies lost")
    if slowest_s > lease_s + TAKEOVER_S:
        broken.append(f"a lane was taken over {slowest_s:.1f} s after its worker went out")
    return Verdict(counts, tuple(broken))
