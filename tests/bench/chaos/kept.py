"""What the server holds of a run: busy lanes, the log, the dead letters."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from bot.replies import parts_of
from memory.conversation import ConversationId, Exchange
from tests.bench.chaos.evidence import Dead, Record, Stored, reply_in
from tests.bench.chaos.plan import Plan
from workers.jobs import Reply
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore

MOST_DEAD = 10_000


@dataclass(frozen=True)
class Kept:
    plan: Plan
    link: RedisLink

    async def busy_lanes(self) -> int:
        """A lane without a record is idle; every chat with turns has one."""
        keys, busy = self.plan.keys, 0
        for shard in range(keys.shards):
            held = await self.link.call("HLEN", keys.name("own", shard))
            waiting = await self.link.call("GET", keys.name("waiting", shard))
            assert isinstance(held, int)
            assert waiting is None or isinstance(waiting, bytes)
            busy += max(held, int(waiting or 0))
        return busy

    async def records(self) -> list[Record]:
        return [record async for record in self._records()]

    async def _records(self) -> AsyncIterator[Record]:
        store, lanes = RedisStore(self.link, self.plan.keys), RedisLanes(self.link, self.plan.keys)
        for chat in self.plan.chats:
            memory = await store.load(ConversationId(chat))
            for exchange in memory.exchanges:
                yield _stored(chat, exchange)
        for letter in await lanes.dead_letters(MOST_DEAD):
            yield Dead(letter.chat, tuple(turn.update_id for turn in letter.turns), letter.reason)


def _stored(chat: str, exchange: Exchange) -> Stored:
    parts = parts_of(Reply(text=exchange.assistant, cut=exchange.cut))
    return Stored(
        chat=chat,
        number=exchange.number,
        ids=exchange.message_ids,
        fence=int(exchange.more["fence"]),
        reply=reply_in(exchange.assistant, 0),
        parts=tuple(part.text for part in parts),
    )
