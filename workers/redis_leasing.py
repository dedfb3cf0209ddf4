"""Leases lanes on the server: of all its shards at once, and opened in the same go where a wake
token told which they are."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress

from workers.keys import Keys
from workers.lanes import Lease, Leased, Opened
from workers.leases import SERVER_TROUBLE
from workers.link import Link
from workers.redis_opening import Asked, RedisOpening
from workers.scripts.batches import lease
from workers.scripts.reading import Content

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
        """Lanes that were named come opened, if we get them. All shards are asked at once, each
        for its share; then those that may have more, for what is left."""
        named, self._named = self._named, set()
        if len(shards) == 1:
            return await self._of_shard(shards[0], worker, most, named)
        shares = [most // len(shards) + (at < most % len(shards)) for at in range(len(shards))]
        found = await asyncio.gather(
            *(
                self._of_shard(shard, worker, share, self._of(named, shard))
                for shard, share in zip(shards, shares, strict=True)
            )
        )
        left = most - sum(len(leased.leases) for leased in found)
        for shard, share, leased in zip(shards, shares, tuple(found), strict=True):
            if left > 0 and len(leased.leases) == share:
                found.append(await self._of_shard(shard, worker, left))
                left -= len(found[-1].leases)
        return _together(found)

    def _of(self, named: Collection[str], shard: int) -> list[str]:
        return [chat for chat in named if self._keys.shard_of(chat) == shard]

    async def _of_shard(
        self, shard: int, worker: str, most: int, named: Collection[str] = ()
    ) -> Leased:
        asked = [self._opening.asked(chat) for chat in named]
        found = await lease(
            self._link,
            self._keys,
            shard,
            worker=worker,
            most=most,
            lease_ms=self._lease_ms,
            openings=[one.opening for one in asked],
        )
        leases = {
            claim.name: Lease(claim.name, claim.fence, claim.attempts) for claim in found.claims
        }
        came = [
            (taken, await self._opened(taken, one, content))
            for one, content in zip(asked, found.contents, strict=True)
            if content is not None and (taken := leases[one.opening.chat])
        ]
        opened = {taken: one for taken, one in came if one is not None}
        return Leased(tuple(leases.values()), found.due_ms, found.tend, opened)

    async def _opened(self, taken: Lease, asked: Asked, content: Content) -> Opened | None:
        """None: to be opened again. The leases stay ours whatever happens here."""
        with suppress(*SERVER_TROUBLE):
            return await self._opening.opened(taken, asked, content)
        return None


def _together(found: Sequence[Leased]) -> Leased:
    due = (leased.next_due_ms for leased in found if leased.next_due_ms is not None)
    return Leased(
        tuple(lease for leased in found for lease in leased.leases),
        min(due, default=None),
        any(leased.tending_due for leased in found),
        {lease: opened for leased in found for lease, opened in leased.opened.items()},
    )
