"""How full the lanes are, as a table for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from workers.lane_depths import Depth, in_all

HEAD = ("shard", "waiting", "in flight", "delayed", "oldest", "to tend", "dead")


def table(depths: Sequence[Depth]) -> str:
    """A line a shard, and one for all where there are more than one."""
    rows = [HEAD, *(_row(str(shard), depth) for shard, depth in enumerate(depths))]
    whole = in_all(depths)
    if len(depths) > 1:
        rows.append(_row("all", whole))
    return "\n".join((*_aligned(rows), *_caveat(whole)))


def as_json(depths: Sequence[Depth]) -> str:
    """{"all": {...}, "shards": [{...}, ...]} in one line; ages in seconds."""
    shards = [{"shard": shard, **_fields(depth)} for shard, depth in enumerate(depths)]
    return json.dumps({"all": _fields(in_all(depths)), "shards": shards})


def age(seconds: float | None) -> str:
    """In the largest unit that fits, rounded down: "0 s", "59 s", "3 min", "2 h", "5 d"."""
    if seconds is None:
        return "-"
    for unit, lasts_s in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= lasts_s:
            return f"{int(seconds // lasts_s)} {unit}"
    return f"{int(seconds)} s"


def _row(name: str, depth: Depth) -> tuple[str, ...]:
    counts = (depth.waiting, depth.in_flight, depth.delayed)
    last = (depth.to_tend, depth.dead)
    return (name, *map(str, counts), age(depth.oldest_s), *map(str, last))


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))


def _caveat(whole: Depth) -> Iterator[str]:
    if whole.looked_at < whole.chats:
        yield f"oldest: among {whole.looked_at} of {whole.chats} chats that wait"


def _fields(depth: Depth) -> dict[str, object]:
    return {**asdict(depth), "chats": depth.chats}
