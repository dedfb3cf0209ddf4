"""Leases lanes on the server: of all its shards at once, and opened in the same go where a wake
token or the lease before told which they may be.

Whoever is next in line is only a guess when several workers lease from the same line. Each names
the chats first that it leased last, as far as it knows, so that they do not name the same ones for
long, and a chat mostly stays with a worker that need not read its memory again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

import structlog

from workers.in_reach import PATIENCE, all_in_reach
from workers.keys import Keys
from workers.lanes import Lease, Leased, Opened
from workers.leases import SERVER_TROUBLE
from workers.link import Link
from workers.redis_opening import Asked, RedisOpening
from workers.scripts.batches import lease
from workers.scripts.reading import Content

MOST_NAMED = 24
"""In one call: each is as much work for the server as one that is opened by itself."""
MOST_OURS = 10_000
AGAIN_MS = 500
"""After which a shard that could not be reached is asked again, when others could."""

log = structlog.get_logger()


class RedisLeasing:
    def __init__(self, link: Link, keys: Keys, opening: RedisOpening, lease_ms: int) -> None:
        self._link = link
        self._keys = keys
        self._opening = opening
        self._lease_ms = lease_ms
        self._named: set[str] = set()  # by tokens
        self._in_line: dict[int, Sequence[str]] = {}  # by shard, as the last lease told
        self._ours: OrderedDict[str, None] = OrderedDict()  # leased last by this worker

    def note(self, token: str | None) -> None:
        """A wake token came: it names a chat, or nothing."""
        if token and len(self._named) < MOST_NAMED:
            self._named.add(token)

    async def lease(self, worker: str, most: int, shards: Sequence[int]) -> Leased:
        """Lanes that were named come opened, if we get them. All shards are asked at once, each
        for its share; then those that may have more, for what is left."""
        named, self._named = self._named, set()
        if len(shards) == 1:
            return await self._of_shard(
                shards[0], worker, most, self._likely(named, shards[0], most)
            )
        shares = [most // len(shards) + (at < most % len(shards)) for at in range(len(shards))]
        asked = await all_in_reach(
            (
                self._of_shard(shard, worker, share, self._likely(named, shard, share))
                for shard, share in zip(shards, shares, strict=True)
            ),
            self._lease_ms / 1000 * PATIENCE,
        )
        found = _found(asked)
        left = most - sum(len(leased.leases) for leased in found)
        for shard, share, leased in zip(shards, shares, asked, strict=True):
            if left > 0 and isinstance(leased, Leased) and len(leased.leases) == share:
                likely = self._likely((), shard, left)
                with suppress(*SERVER_TROUBLE):  # what is leased already is kept
                    found.append(await self._of_shard(shard, worker, left, likely))
                    left -= len(found[-1].leases)
        return _together(found)

    def _likely(self, told: Collection[str], shard: int, most: int) -> list[str]:
        """The chats that a lease of `most` lanes is likely to get: those that tokens told of, then
        the next in line: the first one, which it gets in any case, and then ours first."""
        likely = dict.fromkeys(chat for chat in told if self._keys.shard_of(chat) == shard)
        in_line = self._in_line.pop(shard, ())
        likely |= dict.fromkeys(in_line[:1])
        likely |= dict.fromkeys(chat for chat in in_line if chat in self._ours)
        likely |= dict.fromkeys(in_line)
        return list(likely)[: max(len(told), min(most, MOST_NAMED))]

    def _note_ours(self, named: Iterable[str], got: Iterable[str]) -> None:
        """Those that we named and another one got are no more."""
        for chat in named:
            self._ours.pop(chat, None)
        for chat in got:
            self._ours.pop(chat, None)
            self._ours[chat] = None
        while len(self._ours) > MOST_OURS:
            self._ours.popitem(last=False)

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
        self._in_line[shard] = found.in_line
        self._note_ours(named, (claim.name for claim in found.claims))
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


def _found(asked: Sequence[Leased | BaseException]) -> list[Leased]:
    """What was leased where a server answered; the others are asked again soon."""
    found = [leased for leased in asked if isinstance(leased, Leased)]
    away = len(asked) - len(found)
    if away:
        log.warning("server not reached", shards=away)
        found.append(Leased((), next_due_ms=AGAIN_MS))
    return found


def _together(found: Sequence[Leased]) -> Leased:
    due = (leased.next_due_ms for leased in found if leased.next_due_ms is not None)
    return Leased(
        tuple(lease for leased in found for lease in leased.leases),
        min(due, default=None),
        any(leased.tending_due for leased in found),
        {lease: opened for leased in found for lease, opened in leased.opened.items()},
    )
