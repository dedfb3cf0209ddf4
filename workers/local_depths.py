"""How full the lanes inside one process are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from workers.lane_depths import Depth, oldest
from workers.local_lane import At, Lane


def depth_of(lanes: Collection[Lane], now_ms: float, to_tend: int, dead: int) -> Depth:
    """Of lanes that are all of one shard."""
    at = Counter(lane.at for lane in lanes)
    return Depth(
        waiting=sum(len(lane.turns) for lane in lanes),
        ready=at[At.READY],
        in_flight=at[At.LEASED],
        delayed=at[At.WAITING],
        to_tend=to_tend,
        dead=dead,
        oldest_s=oldest(lane.first_came_s_ago(now_ms) for lane in lanes),
        looked_at=sum(lane.at is not At.IDLE for lane in lanes),
    )
