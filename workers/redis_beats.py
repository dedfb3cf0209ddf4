"""Renews leases on the server, in all its shards at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from workers import scripts
from workers.in_reach import PATIENCE, all_in_reach
from workers.keys import Keys
from workers.lanes import Beat, Lease
from workers.link import Link


class RedisBeats:
    def __init__(self, link: Link, keys: Keys, lease_ms: int) -> None:
        self._link = link
        self._keys = keys
        self._lease_ms = lease_ms

    async def beat(self, leases: Sequence[Lease]) -> Beat:
        """Raises what the link raises when no shard can be reached."""
        by_shard: defaultdict[int, list[Lease]] = defaultdict(list)
        for lease in leases:
            by_shard[self._keys.shard_of(lease.chat)].append(lease)
        if not by_shard:
            return Beat(frozenset(), frozenset())
        beats = await all_in_reach(
            (self._of_shard(shard, held) for shard, held in by_shard.items()),
            self._lease_ms / 1000 * PATIENCE,
        )
        return _together(
            beat if isinstance(beat, Beat) else Beat(frozenset(), frozenset(), frozenset(held))
            for beat, held in zip(beats, by_shard.values(), strict=True)
        )

    async def _of_shard(self, shard: int, held: Sequence[Lease]) -> Beat:
        pairs = [(lease.chat, lease.fence) for lease in held]
        answers = await scripts.beat(self._link, self._keys, shard, self._lease_ms, pairs)
        told = tuple(zip(held, answers, strict=True))
        lost = frozenset(lease for lease, answer in told if answer == 1)
        return Beat(lost, frozenset(lease for lease, answer in told if answer == 2))


def _together(beats: Iterable[Beat]) -> Beat:
    every = tuple(beats)
    nothing: frozenset[Lease] = frozenset()
    return Beat(
        nothing.union(*(beat.lost for beat in every)),
        nothing.union(*(beat.stopped for beat in every)),
        nothing.union(*(beat.unheard for beat in every)),
    )
