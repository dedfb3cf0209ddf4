"""What the rows of a run say: speed, delays, and what went wrong within a chat. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple


class Row(NamedTuple):
    """One job done; times are nanoseconds of one clock."""

    chat: int
    number: int
    put_ns: int
    began_ns: int
    ended_ns: int


@dataclass(frozen=True, slots=True)
class Disorder:
    """order_violations: jobs begun after a later one of their chat · overlaps: jobs begun before
    an earlier begun one of their chat had ended."""

    order_violations: int
    overlaps: int


def jobs_per_s(rows: Sequence[Row], warm_up_s: float) -> float:
    """From so long after the first beginning, when all is loaded, to the last end; 0 when none
    ended after that."""
    since_ns = min(row.began_ns for row in rows) + warm_up_s * 1e9
    ended = [row.ended_ns for row in rows if row.ended_ns > since_ns]
    return len(ended) / (max(ended) - since_ns) * 1e9 if ended else 0.0


def delays_ms(rows: Sequence[Row], warm_up: int) -> list[float]:
    """From being put to being begun, without the first jobs put."""
    in_order = sorted(rows, key=lambda row: row.put_ns)
    return [(row.began_ns - row.put_ns) / 1e6 for row in in_order[warm_up:]]


def percentile(values: Sequence[float], share: float) -> float | None:
    """The value that `share` (0 to 1) of them do not exceed; None of nothing."""
    if not values:
        return None
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def disorder(rows: Sequence[Row]) -> Disorder:
    by_chat: defaultdict[int, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.began_ns, row.number)):
        by_chat[row.chat].append(row)
    chats = by_chat.values()
    return Disorder(sum(map(_order_violations, chats)), sum(map(_overlaps, chats)))


def _order_violations(begun: Sequence[Row]) -> int:
    latest, violations = -1, 0
    for row in begun:
        violations += row.number < latest
        latest = max(latest, row.number)
    return violations


def _overlaps(begun: Sequence[Row]) -> int:
    busy_until, overlaps = 0, 0
    for row in begun:
        overlaps += row.began_ns < busy_until
        busy_until = max(busy_until, row.ended_ns)
    return overlaps


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float | None:
    """The median of the rounds' ratios; None when no round has both."""
    ratios = [our / their for our, their in zip(ours, theirs, strict=False) if their]
    return median(ratios) if ratios else None
