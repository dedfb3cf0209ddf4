"""Which memories wait to be tended, on the server."""

from __future__ import annotations

from memory.conversation import ConversationId
from workers import scripts
from workers.keys import Keys
from workers.lanes import TendingLease
from workers.link import Link


class RedisTending:
    """The Tending port. Workers ask the shards in turn, so that none is always last."""

    def __init__(self, link: Link, keys: Keys, *, lease_ms: int = 15_000) -> None:
        self._link = link
        self._keys = keys
        self._lease_ms = lease_ms
        self._first_shard = 0

    async def lease_tending(self, worker: str, most: int) -> tuple[TendingLease, ...]:
        claims: list[scripts.Claim] = []
        for shard in self._shards():
            claims += await scripts.lease_tending(
                self._link,
                self._keys,
                shard,
                worker=worker,
                most=most - len(claims),
                lease_ms=self._lease_ms,
            )
        return tuple(TendingLease(conversation_of(c.name), c.fence, c.attempts) for c in claims)

    async def beat_tending(self, lease: TendingLease) -> bool:
        return await scripts.beat_tending(
            self._link, self._keys, lease.conversation, lease.fence, self._lease_ms
        )

    async def finish_tending(self, lease: TendingLease, retry_in_ms: int | None) -> None:
        await scripts.finish_tending(
            self._link, self._keys, lease.conversation, lease.fence, retry_in_ms
        )

    async def ask_tending(self, conversation: ConversationId) -> None:
        await scripts.ask_tending(self._link, self._keys, conversation)

    def _shards(self) -> list[int]:
        """All shards, beginning with another one each time."""
        self._first_shard = (self._first_shard + 1) % self._keys.shards
        first = self._first_shard
        return [(first + i) % self._keys.shards for i in range(self._keys.shards)]


def conversation_of(name: str) -> ConversationId:
    """From its name, as keys and records have it."""
    chat, _, number = name.rpartition("#")
    return ConversationId(chat, int(number))
