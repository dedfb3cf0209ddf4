"""Leases lanes on the server: of all its shards at once, and opened in the same go where a wake
token told which they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from workers import scripts
from workers.keys import Keys
from workers.lanes import Lease, Leased, Opened
from workers.link import Link
from workers.redis_opening import RedisOpening

MOST_NAMED = 16


class RedisLeasing:
    def __init__(self, link: Link, keys: Keys, opening: RedisOpening, lease_ms: int) -> None:
        self._link = link
        self._keys = keys
        self._opening = opening
        self._lease_ms = lease_ms
        self._named: set[str] = set()

    def note(self, token: str | None) -> None:
        """A wake token came: it names a chat, or nothing."""
        if token and len(self._named) < MOST_NAMED:
            self._named.add(token)

    async def lease(self, worker: str, most: int, shards: Sequence[int]) -> Leased:
        """Lanes that were named are opened right behind the lease and without knowing its fence:
        whether we got them is found out there."""
        named, self._named = self._named, set()
        if not named:
            return await self._leased(worker, most, shards)
        leased, opened = await asyncio.gather(
            self._leased(worker, most, shards), self._opened(worker, named)
        )
        came = {lease: opened[key] for lease in leased.leases if (key := _key(lease)) in opened}
        return Leased(leased.leases, leased.next_due_ms, leased.tending_due, came)

    async def _opened(self, worker: str, named: set[str]) -> dict[tuple[str, int], Opened]:
        opening = [self._opening.open_newest(chat, worker) for chat in named]
        found = [await opening[0]] if len(opening) == 1 else await asyncio.gather(*opening)
        return {_key(lease): opened for lease, opened in filter(None, found)}

    async def _leased(self, worker: str, most: int, shards: Sequence[int]) -> Leased:
        """All shards are asked at once, each for its share; then those that may have more, for
        what is left."""
        if len(shards) == 1:
            return await self._of_shard(shards[0], worker, most)
        shares = [most // len(shards) + (at < most % len(shards)) for at in range(len(shards))]
        found = await asyncio.gather(
            *(self._of_shard(s, worker, share) for s, share in zip(shards, shares, strict=True))
        )
        left = most - sum(len(leased.leases) for leased in found)
        for shard, share, leased in zip(shards, shares, tuple(found), strict=True):
            if left > 0 and len(leased.leases) == share:
                found.append(await self._of_shard(shard, worker, left))
                left -= len(found[-1].leases)
        return _together(found)

    async def _of_shard(self, shard: int, worker: str, most: int) -> Leased:
        claims, due_ms, tend = await scripts.lease(
            self._link, self._keys, shard, worker=worker, most=most, lease_ms=self._lease_ms
        )
        leases = tuple(Lease(claim.name, claim.fence, claim.attempts) for claim in claims)
        return Leased(leases, due_ms, tend)


def _key(lease: Lease) -> tuple[str, int]:
    return lease.chat, lease.fence


def _together(found: Sequence[Leased]) -> Leased:
    due = (leased.next_due_ms for leased in found if leased.next_due_ms is not None)
    return Leased(
        tuple(lease for leased in found for lease in leased.leases),
        min(due, default=None),
        any(leased.tending_due for leased in found),
    )
