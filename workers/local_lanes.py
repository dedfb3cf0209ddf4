"""The lanes inside one process: the plain version, for tests and for a reader who wants to know
what the scripts do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from memory.conversation import ConversationId
from memory.store import DictStore, MemoryConflict
from workers.jobs import ChatSettings, DeadLetter, Outbox, Outcome, Reply, Turn
from workers.joining import LONGEST_HOLD_MS
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
    Stopped,
    checked_id,
)
from workers.local_dead_letters import LocalDeadLetters
from workers.local_depths import depth_of
from workers.local_lane import At, Lane
from workers.local_line import LocalLine
from workers.withdrawing import answers_deleted, withdrawn

LONGEST_WAIT_S = 2.0


class LocalLanes(LocalLine, LocalDeadLetters):
    """All ports of workers/lanes; exchanges go to `store`. `clock` tells seconds."""

    def __init__(
        self,
        store: DictStore,
        *,
        clock: Callable[[], float] = time.time,
        lease_ms: int = 15_000,
        max_waiting: int = 20,
        max_waiting_all: int = 100_000,
        most_turns: int = 1,
        longest_hold_ms: int = LONGEST_HOLD_MS,
    ) -> None:
        LocalLine.__init__(self, lease_ms=lease_ms, clock=clock)
        LocalDeadLetters.__init__(self)
        self._store = store
        self._max_waiting = max_waiting
        self._max_waiting_all = max_waiting_all
        self._most_turns = most_turns
        self._longest_hold_ms = longest_hold_ms
        self._told: list[Callable[[str], None]] = []
        self._told_to_rejoin: list[Callable[[str, int], None]] = []
        self._told_beside: list[Callable[[str, int], None]] = []

    async def settings_of(self, chat: str) -> ChatSettings:
        lane = self._lanes.get(chat)
        return lane.settings if lane else ChatSettings()

    async def put(self, turn: Turn) -> Put:
        lane, now = self._lanes.setdefault(turn.chat, Lane()), self._now_ms()
        if lane.has_seen(checked_id(turn.update_id), now):
            return Put.DUPLICATE
        if turn.deleted:
            self._withdraw(turn.chat, lane, turn.message_ids)
            return self._add(turn, lane, now)
        if len(lane.turns) >= self._max_waiting:
            return Put.CHAT_FULL
        if sum(len(other.turns) for other in self._lanes.values()) >= self._max_waiting_all:
            return Put.BUSY
        return self._add(turn, lane, now)

    def _add(self, turn: Turn, lane: Lane, now: float) -> Put:
        lane.add(turn, now)
        if lane.at is At.IDLE or lane.held:
            self._hold_or_line_up(turn, lane, now)
        return Put.STORED

    async def stop(self, chat: str, before: int) -> Stopped:
        lane = self._lanes.setdefault(chat, Lane())
        claims = lane.claims if lane.at is At.LEASED and lane.outbox is None else ()
        running = bool(claims) and claims[0] < checked_id(before)
        if running:
            lane.stopped = True
            self._tell(chat)
        waiting = {i: turn for i, turn in lane.turns.items() if i < before and i not in claims}
        ids = [i for i, turn in waiting.items() if not turn.deleted]
        if lane.take_off(ids) and lane.outbox is None:
            self._head_gone(chat, lane, claims)
        return Stopped(running, len(ids))

    async def rejoin(self, chat: str, turn: int, other: int) -> None:
        lane = self._lanes.get(chat)
        if lane is None or lane.at is not At.LEASED or lane.stopped:
            return
        if turn in lane.claims and other not in lane.claims:
            for told in self._told_to_rejoin:
                told(chat, lane.fence)

    async def beside(self, chat: str) -> None:
        lane = self._lanes.get(chat)
        if lane is not None and lane.at is At.LEASED and lane.claims:
            for told in self._told_beside:
                told(chat, lane.fence)

    async def lease(self, worker: str, most: int) -> Leased:
        now = self._now_ms()
        self._bring_back(now)
        given: list[Lease] = []
        while self._ready and len(given) < most:
            given.append(self._give_lane(self._ready.popleft(), now))
        if self._ready:
            self._stir()
        tending_due, dues = self._tending_due()
        dues += (lane.due for _, lane in self._timed())
        next_due = max(0, round(min(dues) - self._now_ms())) if dues else None
        return Leased(tuple(given), next_due, tending_due)

    async def beat(self, leases: Sequence[Lease]) -> Beat:
        until = self._now_ms() + self._lease_ms
        held = {lease: self._held_lane(lease) for lease in leases}
        for lane in held.values():
            if lane is not None:
                lane.due = until
        return Beat(
            lost=frozenset(lease for lease, lane in held.items() if lane is None),
            stopped=frozenset(lease for lease, lane in held.items() if lane and lane.stopped),
        )

    async def hand_back(self, lease: Lease) -> None:
        lane = self._held_lane(lease)
        if lane is not None:
            lane.fence = 0
            self._to_ready(lease.chat, lane, first=True)

    async def wait(self, timeout_s: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(min(timeout_s, LONGEST_WAIT_S)):
                await self._stirred.wait()
        self._stirred.clear()

    def on_stop(self, told: Callable[[str], None]) -> None:
        self._told.append(told)

    def on_rejoin(self, told: Callable[[str, int], None]) -> None:
        self._told_to_rejoin.append(told)

    def on_beside(self, told: Callable[[str, int], None]) -> None:
        self._told_beside.append(told)

    async def open(self, lease: Lease) -> Opened:
        lane = self._held_lane(lease)
        if lane is None:
            raise LeaseLost
        if lane.outbox is not None:
            return Opened((), lane.outbox, lane.settings, None, lane.attempts)
        turns = lane.claim(self._most_turns)
        conversation = ConversationId(lease.chat, lane.settings.conversation)
        memory = await self._store.load(conversation) if turns else None
        return Opened(turns, None, lane.settings, memory, lane.attempts)

    async def commit(self, lease: Lease, turns: Sequence[Turn], outcome: Outcome) -> Committed:
        if outcome.conversation.chat != lease.chat:
            raise ValueError("a lane commits to its own chat's conversations")
        lane = self._held_lane(lease)
        if lane is None:
            return Committed.STALE
        if lane.outbox is not None:
            return Committed.ALREADY
        if lane.stopped and not outcome.reply.cut:
            return Committed.CANCELLED
        if not self._append(lane, outcome):
            return Committed.CONFLICT
        lane.outbox, lane.given_up = Outbox(outcome.reply), 0
        lane.settings = outcome.settings or lane.settings
        lane.take_off(turn.update_id for turn in turns)
        lane.begin_anew()
        if outcome.tend:
            await self.ask_tending(outcome.conversation)
        return Committed.FOLLOWED if lane.turns else Committed.OK

    async def drop(self, lease: Lease, turns: Sequence[Turn]) -> None:
        lane = self._held_lane(lease)
        if lane is not None:
            lane.take_off(turn.update_id for turn in turns)
            lane.attempts = 0
            self._free(lease.chat, lane)

    async def close(self, lease: Lease) -> int:
        lane = self._held_lane(lease)
        if lane is None:
            raise LeaseLost
        lane.closed = True
        lane.begin_anew()
        return len(lane.take_off([i for i, turn in lane.turns.items() if not turn.deleted]))

    async def closed_chats(self) -> frozenset[str]:
        return frozenset(chat for chat, lane in self._lanes.items() if lane.closed)

    async def mark_sent(self, lease: Lease, part: int, message_ids: Sequence[int]) -> None:
        lane = self._held_lane(lease)
        if lane is None:
            raise LeaseLost
        if lane.outbox is not None:
            sent = {**lane.outbox.sent, part: tuple(message_ids)}
            lane.outbox = Outbox(lane.outbox.reply, sent)

    async def release(self, lease: Lease, message_ids: Sequence[int] = ()) -> bool:
        lane = self._held_lane(lease)
        if lane is None:
            return False
        if lane.outbox is None and lane.stopped:
            lane.take_off(lane.claims)
        elif lane.outbox is not None and lane.exchange is not None:
            parts = sorted(lane.outbox.sent.items())
            reply_ids = (*(i for _, ids in parts for i in ids), *message_ids)
            self._store.set_reply_ids(*lane.exchange, reply_ids)
        lane.outbox, lane.exchange = None, None
        lane.attempts = 0  # also those of the delivery, which are no attempts at the next turn
        self._free(lease.chat, lane)
        return True

    async def fail(
        self,
        lease: Lease,
        turns: Sequence[Turn],
        reason: str,
        retry_in_ms: int | None,
        notice: Reply,
    ) -> Failed:
        lane = self._lanes.get(lease.chat, Lane())
        if lane.at is not At.LEASED and lane.fence == lease.fence and retry_in_ms is not None:
            return Failed.RETRY
        if self._held_lane(lease) is None:
            return Failed.STALE
        if retry_in_ms is not None:
            self._put_off(lease.chat, lane, retry_in_ms)
            return Failed.RETRY
        if lane.outbox is not None and lane.given_up != lease.fence:
            raise ValueError("a committed reply is not given up, only tried again later")
        if lane.outbox is None:
            given_up = lane.take_off(turn.update_id for turn in turns)
            at = datetime.fromtimestamp(self._clock(), UTC)
            self._bury(DeadLetter(lease.chat, given_up, reason, lane.attempts + 1, at))
            lane.outbox, lane.given_up = Outbox(notice), lease.fence
            lane.begin_anew()
        return Failed.DEAD

    async def depths(self, most_chats: int = 64) -> tuple[Depth, ...]:
        """One shard; every chat is looked at."""
        return (depth_of(self._lanes.values(), self._now_ms(), self._in_line(), len(self._dead)),)

    def _hold_or_line_up(self, turn: Turn, lane: Lane, now: float) -> None:
        lane.begin_anew()
        if turn.hold_ms > 0:
            lane.hold_on(now, turn.hold_ms, self._longest_hold_ms)
            self._stir()  # so that somebody learns when it falls due
        else:
            self._to_ready(turn.chat, lane)

    def _withdraw(self, chat: str, lane: Lane, deleted: Collection[int]) -> None:
        if lane.outbox is not None and answers_deleted(lane.outbox.reply, deleted):
            lane.outbox, lane.exchange = None, None
        left = {id_: withdrawn(turn, deleted) for id_, turn in lane.turns.items()}
        off = {id_ for id_, turn in left.items() if turn is None}
        claims = lane.claims if lane.at is At.LEASED and lane.outbox is None else ()
        if claims and off.issuperset(claims):
            lane.stopped = True
            self._tell(chat)
            off -= set(claims)
        lane.turns.update({id_: turn for id_, turn in left.items() if turn is not None})
        lane.take_off(off)
        claimed = tuple(id_ for id_ in lane.claims if id_ not in off)
        if off and lane.outbox is None and (not claimed or lane.at is At.LEASED):
            self._head_gone(chat, lane, claims)
        elif lane.at is not At.LEASED:
            lane.claims = claimed

    def _put_back(self, chat: str, turns: Sequence[Turn]) -> None:
        lane = self._lanes.setdefault(chat, Lane())
        lane.put_back(turns)
        if lane.at is At.IDLE and lane.turns:
            lane.begin_anew()
            self._to_ready(chat, lane)

    def _append(self, lane: Lane, outcome: Outcome) -> bool:
        if outcome.exchange is None:
            replaced = (outcome.conversation, outcome.replaced)
            lane.exchange = replaced if outcome.replaced else None
            return True
        try:
            self._store.append(outcome.conversation, outcome.exchange)
        except MemoryConflict:
            return False
        lane.exchange = (outcome.conversation, outcome.exchange.number)
        return True

    def _head_gone(self, chat: str, lane: Lane, claims: tuple[int, ...]) -> None:
        """The turn that failed or was handed back was dropped: the lane begins anew, without its
        back-off."""
        if lane.at is At.LEASED:
            lane.attempts = 0 if not lane.claims else lane.attempts
            return
        lane.begin_anew()
        lane.fence = 0
        if lane.at is At.WAITING:
            lane.at = At.IDLE
            if lane.turns:
                self._to_ready(chat, lane)

    def _tell(self, chat: str) -> None:
        self._stir()
        for told in self._told:
            told(chat)
