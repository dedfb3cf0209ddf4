"""How full the lanes on the server are."""

from __future__ import annotations

import asyncio

from workers.keys import Keys
from workers.lane_depths import Depth, oldest
from workers.scripts import Runs, operating

SORTS = 4
"""Both ends of the line, chats in flight, chats delayed."""


async def redis_depths(link: Runs, keys: Keys, most_chats: int) -> tuple[Depth, ...]:
    """The LaneDepths port: one script a shard, and a small one a chat looked at."""
    most_of_a_sort = max(1, most_chats // (SORTS * keys.shards))
    return tuple([await _depth(link, keys, i, most_of_a_sort) for i in range(keys.shards)])


async def _depth(link: Runs, keys: Keys, shard: int, most_of_a_sort: int) -> Depth:
    counts, chats = await operating.lane_depths(link, keys, shard, most_of_a_sort)
    ages = [operating.first_turn(link, keys, chat) for chat in chats]
    ages_s = [None if ms is None else ms / 1000 for ms in await asyncio.gather(*ages)]
    waiting, ready, in_flight, delayed, to_tend, dead = counts
    return Depth(
        waiting=waiting,
        ready=ready,
        in_flight=in_flight,
        delayed=delayed,
        to_tend=to_tend,
        dead=dead,
        oldest_s=oldest(ages_s),
        looked_at=len(chats),
    )
