"""Both versions of the lanes with a clock that tests can move, and the words tests use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

from memory.conversation import ConversationId, pair
from memory.store import DictStore, MemoryStore
from workers.jobs import ChatSettings, Outcome, Reply, Turn
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.lane_depths import LaneDepths
from workers.lanes import (
    ChatChoices,
    ClosedChats,
    DeadLetters,
    Lanes,
    Lease,
    LeasedLane,
    Opened,
    Tending,
    TurnQueue,
)
from workers.link import Link
from workers.local_lanes import LocalLanes
from workers.redis_lanes import RedisLanes
from workers.redis_store import RedisStore

LEASE_MS = 60_000
AT = datetime(2026, 11, 29, tzinfo=UTC)

PASS_TIME = """
for i = 1, #KEYS do
  local kind = redis.call('TYPE', KEYS[i]).ok
  if redis.call('PTTL', KEYS[i]) > 0 then
    redis.call('PEXPIRE', KEYS[i], redis.call('PTTL', KEYS[i]) - ARGV[1])
  end
  if kind == 'zset' then
    local all = redis.call('ZRANGE', KEYS[i], 0, -1, 'WITHSCORES')
    for j = 1, #all, 2 do
      redis.call('ZADD', KEYS[i], string.format('%.3f', all[j + 1] - ARGV[1]), all[j])
    end
  end
end
"""


class AllLanes(
    TurnQueue,
    Lanes,
    LeasedLane,
    Tending,
    DeadLetters,
    LaneDepths,
    ChatChoices,
    ClosedChats,
    Protocol,
):
    """Every port of the lanes."""


class AtHand(Protocol):
    """Lanes and the store they append to, and a way to let time pass without waiting."""

    @property
    def lanes(self) -> AllLanes: ...
    @property
    def store(self) -> MemoryStore: ...
    async def pass_time(self, ms: float) -> None: ...


class LocalAtHand:
    def __init__(self, **options: int) -> None:
        self.now_s = 1_000_000.0
        self.store = DictStore()
        self.lanes = LocalLanes(self.store, clock=self._tick, **{"lease_ms": LEASE_MS, **options})

    def _tick(self) -> float:
        """No two looks at the clock see the same time."""
        self.now_s += 0.000_01
        return self.now_s

    async def pass_time(self, ms: float) -> None:
        self.now_s += ms / 1000


class RedisAtHand:
    def __init__(self, link: Link, keys: Keys | None = None, **options: int) -> None:
        self.link = link
        self.keys = keys or Keys(prefix="test", bot="1")
        known = KnownMemories()
        self.store = RedisStore(link, self.keys, known)
        self.lanes = RedisLanes(link, self.keys, known=known, **{"lease_ms": LEASE_MS, **options})

    async def pass_time(self, ms: float) -> None:
        """The server's clock cannot be moved, so everything timed is moved towards the past."""
        timed = ("lease", "delay", "tending", "tending_lease")
        for shard in range(self.keys.shards):
            names = [self.keys.name(what, shard) for what in timed]
            seen = self.keys.name("fence", shard).removesuffix("fence") + "seen:"
            names += [name for name in await self._names_in(shard) if name.startswith(seen)]
            await self.link.call("EVAL", PASS_TIME, len(names), *names, str(ms))

    async def names(self) -> list[str]:
        """Every key of this bot."""
        names = set()
        for shard in range(self.keys.shards):
            names.update(await self._names_in(shard))
        return sorted(names)

    async def _names_in(self, shard: int) -> list[str]:
        """On the server that has the shard; on a cluster it may have other shards too."""
        every = f"{{{self.keys.prefix}:{self.keys.bot}[:}}]*"
        here = self.keys.name("fence", shard)
        answer = await self.link.call("EVAL", "return redis.call('KEYS', ARGV[1])", 1, here, every)
        assert isinstance(answer, list)
        return [name.decode() for name in answer if isinstance(name, bytes)]


def turn(update_id: int, chat: str = "7", text: str = "hi") -> Turn:
    return Turn(chat=chat, update_id=update_id, text=text, sent_at=AT)


def answered(
    number: int | None = None,
    chat: str = "7",
    text: str = "hello",
    *,
    conversation: int = 1,
    cut: bool = False,
    settings: ChatSettings | None = None,
    tend: bool = False,
) -> Outcome:
    """A reply, with the exchange of that number if one is given."""
    return Outcome(
        reply=Reply(text=text, cut=cut),
        conversation=ConversationId(chat, conversation),
        exchange=None if number is None else pair(number, "hi", text),
        settings=settings,
        tend=tend,
    )


async def lease_one(lanes: AllLanes, worker: str = "w") -> Lease:
    leased = await lanes.lease(worker, 1)
    assert len(leased.leases) == 1
    return leased.leases[0]


async def take(lanes: AllLanes, worker: str = "w") -> tuple[Lease, Opened]:
    """Lease one lane and open it."""
    lease = await lease_one(lanes, worker)
    return lease, await lanes.open(lease)


async def answer(lanes: AllLanes, outcome: Outcome | None = None) -> tuple[int, ...]:
    """One turn from lease to release; which update ids it answered."""
    lease, opened = await take(lanes)
    await lanes.commit(lease, opened.turns, outcome or answered(chat=lease.chat))
    await lanes.release(lease)
    return tuple(turn.update_id for turn in opened.turns)
