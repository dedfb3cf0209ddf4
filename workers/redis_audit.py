"""Finds and puts back lost work on the server."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from workers.audit import Found, Untended
from workers.keys import Keys
from workers.redis_tending import conversation_of
from workers.scripts import Runs, auditing

START = b"0"
PAGES = 64
"""So many pages an audit turns at most of each kind of record, over all shards."""
MEMORY_PAGES = 4
"""Fewer of memories: each one found is a call of its own, and they can wait."""
LANES_A_PAGE = 256
NAMES_A_PAGE = 500

_CONVERSATION = re.compile(r".+#\d+", re.DOTALL)

Got = TypeVar("Got")
Turn = Callable[[bytes], Awaitable[tuple[bytes, Got]]]


class RedisAudit:
    """The LostWork port. It looks at what is active, and page by page at the names of all keys,
    for what no record leads to: 32,000 names a minute for lanes, 2,000 for memories."""

    def __init__(self, link: Runs, keys: Keys, *, lease_ms: int = 15_000) -> None:
        self._link = link
        self._keys = keys
        self._lease_ms = lease_ms
        self._cursors: defaultdict[tuple[str, int], bytes] = defaultdict(lambda: START)

    async def begin(self, worker: str, period_s: float) -> bool:
        return await auditing.begin_audit(self._link, self._keys, worker, round(period_s * 1000))

    async def mend(self) -> Found:
        lanes, tendings = 0, 0
        untended: list[Untended] = []
        for shard in range(self._keys.shards):
            lanes += await self._mend_lanes(shard)
            tendings += await self._mend_tending(shard)
            lanes += await self._mend_forgotten(shard)
            untended += [one async for one in self._untended(shard)]
        return Found(lanes, tendings, untended)

    async def decide(self, untended: Untended, *, tend: bool) -> bool:
        conversation, last = untended.conversation, untended.last_number
        return await auditing.note_audited(self._link, self._keys, conversation, last, ask=tend)

    async def _mend_lanes(self, shard: int) -> int:
        async def turn(cursor: bytes) -> tuple[bytes, int]:
            return await auditing.mend_lanes(
                self._link,
                self._keys,
                shard,
                cursor=cursor,
                about=LANES_A_PAGE,
                lease_ms=self._lease_ms,
            )

        return sum([mended async for mended in self._paged("lanes", shard, PAGES, turn)])

    async def _mend_tending(self, shard: int) -> int:
        async def turn(cursor: bytes) -> tuple[bytes, int]:
            return await auditing.mend_tending(
                self._link, self._keys, shard, cursor=cursor, about=LANES_A_PAGE
            )

        return sum([mended async for mended in self._paged("tending", shard, PAGES, turn)])

    async def _names(self, what: str, shard: int, pages: int) -> list[str]:
        """Whose `what` there are: chats, or conversations' names."""
        prefix = f"{self._keys.name('own', shard).removesuffix('own')}{what}:"

        async def turn(cursor: bytes) -> tuple[bytes, list[str]]:
            return await auditing.scan_shard(
                self._link,
                self._keys,
                shard,
                cursor=cursor,
                pattern=f"{prefix}*",
                about=NAMES_A_PAGE,
            )

        names = [name async for page in self._paged(what, shard, pages, turn) for name in page]
        return sorted({name.removeprefix(prefix) for name in names})

    async def _mend_forgotten(self, shard: int) -> int:
        """Lanes with turns on them that count as idle."""
        chats = await self._names("turns", shard, PAGES)
        if not chats:
            return 0
        idle = await auditing.idle_lanes(self._link, self._keys, shard, chats)
        return sum([await auditing.mend_lane(self._link, self._keys, chat) for chat in idle])

    async def _untended(self, shard: int) -> AsyncIterator[Untended]:
        names = await self._names("meta", shard, MEMORY_PAGES)
        for name in filter(_CONVERSATION.fullmatch, names):
            conversation = conversation_of(name)
            growth = await auditing.untended(self._link, self._keys, conversation)
            if growth is not None:
                yield Untended(conversation, growth.last_number, growth.grown_bytes, growth.recipe)

    async def _paged(
        self, what: str, shard: int, pages: int, turn: Turn[Got]
    ) -> AsyncIterator[Got]:
        """Pages from where the last audit stopped, to the end at most."""
        for _ in range(max(1, pages // self._keys.shards)):
            cursor, got = await turn(self._cursors[what, shard])
            self._cursors[what, shard] = cursor
            yield got
            if cursor == START:
                return
