"""The lanes on the server: what every bot and worker process shares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress

from workers import scripts
from workers.batching import Batching
from workers.card_rows import row_of
from workers.cutoff import Cutoff
from workers.jobs import (
    ChatSettings,
    DeadLetter,
    Outcome,
    Reply,
    Turn,
)
from workers.joining import LONGEST_HOLD_MS
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.lane_depths import Depth
from workers.lanes import (
    Beat,
    Committed,
    Failed,
    Lease,
    Leased,
    LeaseLost,
    Opened,
    Put,
    Requeued,
    Stopped,
    checked_id,
)
from workers.link import Link, Unreachable
from workers.own_replies import OwnReplies
from workers.packing import pack
from workers.redis_beats import RedisBeats
from workers.redis_dead_letters import RedisDeadLetters
from workers.redis_depths import redis_depths
from workers.redis_leasing import RedisLeasing
from workers.redis_opening import RedisOpening, settings_of
from workers.redis_tending import RedisTending
from workers.redis_withdrawing import withdraw_deleted
from workers.scripts import operating, rejoining
from workers.scripts.batches import COMMIT, RELEASE, Chosen, Finish, Release

LONGEST_WAIT_S = 2.0
"""A wake token may get lost with its connection; nobody relies on one for longer than this."""
NO_LIMIT = 2**31
"""What was deleted is forgotten however much waits."""
RELEASED_WITHIN_S = 0.05
"""So long a lease waits for the releases on their way; a server answers them in a few ms."""


class RedisLanes(RedisTending):
    """All ports of workers/lanes. Fulfils them for any number of processes; time is the
    server's. `most_turns`: how many turns of a lane are answered together at most ·
    `known`: what the store of the same process knows; memories are then read with their lanes."""

    def __init__(
        self,
        link: Link,
        keys: Keys,
        *,
        lease_ms: int = 15_000,
        max_waiting: int = 20,
        max_waiting_all: int = 100_000,
        most_turns: int = 1,
        longest_hold_ms: int = LONGEST_HOLD_MS,
        known: KnownMemories | None = None,
    ) -> None:
        super().__init__(link, keys, lease_ms=lease_ms)
        self._dead = RedisDeadLetters(link, keys)
        self._max_waiting = max_waiting
        self._longest_hold_ms = longest_hold_ms
        self._max_waiting_in_shard = max(1, max_waiting_all // keys.shards)
        self._opening = RedisOpening(link, keys, known, most_turns=most_turns)
        self._leasing = RedisLeasing(link, keys, self._opening, lease_ms)
        self._beats = RedisBeats(link, keys, lease_ms)
        self._own = None if known is None else OwnReplies(known)
        self._commit = Batching(COMMIT, link, keys)
        self._release = Batching(RELEASE, link, keys)
        self._told: list[Callable[[str], None]] = []
        self._told_more: defaultdict[bytes, list[Callable[[str, int], None]]] = defaultdict(list)
        self._listening = False
        self._stirred = Cutoff()  # by a stop, or a gap in what was heard of them

    async def put(self, turn: Turn) -> Put:
        if turn.deleted:
            await withdraw_deleted(self._link, self._keys, turn.chat, turn.message_ids)
        ended = await scripts.put(
            self._link,
            self._keys,
            turn.chat,
            update_id=checked_id(turn.update_id),
            turn=pack(turn.to_json()),
            most=NO_LIMIT if turn.deleted else self._max_waiting,
            most_in_shard=NO_LIMIT if turn.deleted else self._max_waiting_in_shard,
            hold_ms=turn.hold_ms,
            longest_hold_ms=self._longest_hold_ms,
        )
        return Put(ended)

    async def stop(self, chat: str, before: int) -> Stopped:
        return Stopped(*await scripts.stop(self._link, self._keys, chat, checked_id(before)))

    async def rejoin(self, chat: str, turn: int, other: int) -> None:
        await rejoining.rejoin(self._link, self._keys, chat, turn=turn, other=other)

    async def beside(self, chat: str) -> None:
        await rejoining.beside(self._link, self._keys, chat)

    async def lease(self, worker: str, most: int) -> Leased:
        await self._listen()
        # So that what they make room for is leased in one go; but a server that is away holds up
        # nobody else's lanes.
        await self._release.answered(RELEASED_WITHIN_S)
        return await self._leasing.lease(worker, most, self._shards())

    async def beat(self, leases: Sequence[Lease]) -> Beat:
        return await self._beats.beat(leases)

    async def hand_back(self, lease: Lease) -> None:
        await scripts.hand_back(self._link, self._keys, lease.chat, lease.fence)

    async def wait(self, timeout_s: float) -> None:
        wakes = [self._keys.name("wake", shard) for shard in range(self._keys.shards)]
        with suppress(TimeoutError):
            async with self._stirred.within(None):
                token = await self._link.wait(wakes, min(timeout_s, LONGEST_WAIT_S))
                self._leasing.note(token)
        self._stirred = Cutoff()

    def on_stop(self, told: Callable[[str], None]) -> None:
        self._told.append(told)

    def on_rejoin(self, told: Callable[[str, int], None]) -> None:
        self._told_more[rejoining.TOGETHER].append(told)

    def on_beside(self, told: Callable[[str, int], None]) -> None:
        self._told_more[rejoining.BESIDE].append(told)

    async def open(self, lease: Lease) -> Opened:
        return await self._opening.open(lease)

    async def commit(self, lease: Lease, turns: Sequence[Turn], outcome: Outcome) -> Committed:
        if outcome.conversation.chat != lease.chat:
            raise ValueError("a lane commits to its own chat's conversations")
        finish = _finish(lease, turns, outcome)
        committed = Committed(await self._commit.call(lease.chat, finish))
        if self._own is not None and committed in (Committed.OK, Committed.FOLLOWED):
            self._own.committed(lease, outcome, finish.exchange)
        return committed

    async def drop(self, lease: Lease, turns: Sequence[Turn]) -> None:
        ids = [turn.update_id for turn in turns]
        await scripts.drop(self._link, self._keys, lease.chat, lease.fence, ids)

    async def close(self, lease: Lease) -> int:
        dropped = await scripts.close_lane(self._link, self._keys, lease.chat, lease.fence)
        if dropped < 0:
            raise LeaseLost
        return dropped

    async def mark_sent(self, lease: Lease, part: int, message_ids: Sequence[int]) -> None:
        ids = pack(list(message_ids))
        marked = await scripts.mark_sent(
            self._link, self._keys, lease.chat, lease.fence, part=part, message_ids=ids
        )
        if not marked:
            raise LeaseLost
        if self._own is not None:
            self._own.marked(lease, part, message_ids)

    async def release(self, lease: Lease, message_ids: Sequence[int] = ()) -> bool:
        release = Release(lease.chat, lease.fence, message_ids)
        released = await self._release.call(lease.chat, release)
        if self._own is not None and released:
            self._own.released(lease, message_ids)
        return released

    async def fail(
        self,
        lease: Lease,
        turns: Sequence[Turn],
        reason: str,
        retry_in_ms: int | None,
        notice: Reply,
    ) -> Failed:
        ids = [turn.update_id for turn in turns]
        ended = await scripts.fail(
            self._link,
            self._keys,
            lease.chat,
            lease.fence,
            update_ids=ids,
            reason=reason,
            retry_in_ms=retry_in_ms,
            notice=pack(notice.to_json()),
        )
        if ended == "committed":
            raise ValueError("a committed reply is not given up, only tried again later")
        return Failed(ended)

    async def settings_of(self, chat: str) -> ChatSettings:
        return settings_of(await scripts.chat_settings(self._link, self._keys, chat))

    async def dead_letters(self, most: int) -> tuple[DeadLetter, ...]:
        return await self._dead.dead_letters(most)

    async def requeue(self, letter: DeadLetter) -> Requeued:
        return await self._dead.requeue(letter)

    async def purge(self, letters: Sequence[DeadLetter]) -> int:
        return await self._dead.purge(letters)

    async def closed_chats(self) -> frozenset[str]:
        shards = range(self._keys.shards)
        found = [await operating.closed_chats(self._link, self._keys, shard) for shard in shards]
        return frozenset(chat for chats in found for chat in chats)

    async def depths(self, most_chats: int = 64) -> tuple[Depth, ...]:
        return await redis_depths(self._link, self._keys, most_chats)

    async def _listen(self) -> None:
        """Hear of stopped turns from the first lease on; the bot, which leases nothing, never
        subscribes. Without it a stop is told by the next beat."""
        if self._listening:
            return
        self._listening = True
        channels = [self._keys.name("control", shard) for shard in range(self._keys.shards)]
        try:
            await self._link.subscribe(channels, self._hear, self._stir)
        except Unreachable:
            self._listening = False

    def _stir(self) -> None:
        self._stirred.now()

    def _hear(self, _channel: str, message: bytes) -> None:
        if message.startswith((rejoining.TOGETHER, rejoining.BESIDE)):
            for told_more in self._told_more[message[:1]]:
                told_more(*rejoining.told_of(message))
            return
        self._stir()
        for told in self._told:
            told(message.decode())


def _finish(lease: Lease, turns: Sequence[Turn], outcome: Outcome) -> Finish:
    exchange, settings = outcome.exchange, outcome.settings
    return Finish(
        chat=lease.chat,
        fence=lease.fence,
        update_ids=[turn.update_id for turn in turns],
        reply=pack(outcome.reply.to_json()),
        cut=outcome.reply.cut,
        conversation=outcome.conversation,
        number=exchange.number if exchange else None,
        exchange=pack(exchange.to_json()) if exchange else b"",
        card=row_of(exchange, outcome.card) if exchange and outcome.card != "" else b"",
        settings=_chosen(settings) if settings else None,
        tend=outcome.tend,
        replaced=outcome.replaced,
    )


def _chosen(settings: ChatSettings) -> Chosen:
    more = settings.more_to_json()
    return Chosen(settings.conversation, settings.recipe, pack(more) if more else b"")
