"""The lanes: each chat's ordered queue of turns. local_lanes and redis_lanes fulfil the ports.

Promises every version keeps: turns of one chat are worked on one at a time, in the order of
their update ids, whatever the number of workers; a turn stays at the head of its lane until it
is committed, so a crash, a retry and an expired lease keep the order; a lease that was lost
(expired and taken over) can change nothing any more; every call may be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from memory.conversation import ConversationId
from memory.store import ChatMemory
from workers.jobs import ChatSettings, DeadLetter, Outbox, Outcome, Reply, Turn


class Put(StrEnum):
    """How putting a turn on its lane ended. DUPLICATE: its update id was stored before."""

    STORED = "stored"
    DUPLICATE = "duplicate"
    CHAT_FULL = "chat_full"
    BUSY = "busy"


class Committed(StrEnum):
    """OK · FOLLOWED: the same, and other turns of the chat wait · ALREADY: this lease committed
    before (deliver the outbox) · STALE: the lease was lost, drop everything · CANCELLED: /stop
    came first and the reply is not marked `cut`, so nothing was stored; drop the turns · CONFLICT:
    the exchange's number is not the next one; load the memory again."""

    OK = "ok"
    FOLLOWED = "followed"
    ALREADY = "already"
    STALE = "stale"
    CANCELLED = "cancelled"
    CONFLICT = "conflict"


class Failed(StrEnum):
    """RETRY: the lane waits out the back-off with the turn at its head · DEAD: the turn is in
    the dead letters and the notice in the outbox; deliver it, then release · STALE."""

    RETRY = "retry"
    DEAD = "dead"
    STALE = "stale"


class Requeued(StrEnum):
    """OK · GONE: the letter is not there any more, so nothing changed · UNREADABLE: some turn of
    it cannot be read, so it stays a letter."""

    OK = "ok"
    GONE = "gone"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Stopped:
    """What /stop did: whether a turn was running (it is told), how many waiting were dropped."""

    running: bool
    dropped: int


@dataclass(frozen=True, slots=True)
class Lease:
    """A worker's right to one lane. `fence` is unique and grows; `attempts` counts how often the
    turn at the head was begun before this lease (0 at first)."""

    chat: str
    fence: int
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Leased:
    """New leases, and in how many milliseconds something delayed or expiring falls due (None:
    nothing known). `tending_due`: some conversation's memory waits to be tended now. `opened`: of
    those lanes that were opened along with it."""

    leases: tuple[Lease, ...]
    next_due_ms: int | None = None
    tending_due: bool = False
    opened: Mapping[Lease, Opened] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Opened:
    """A leased lane's content. outbox set: the turn is committed, only deliver and release.
    turns: those to answer now with one reply (joining.together), by update id; empty with no
    outbox: nothing to do, release.
    memory: what is remembered of the chat's conversation, if it came along with the turns.
    attempts: how often the first turn was begun before, which may be another one than the lease
    was for, None where that is not told."""

    turns: tuple[Turn, ...]
    outbox: Outbox | None
    settings: ChatSettings
    memory: ChatMemory | None = None
    attempts: int | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """lost: leases that are no longer ours · stopped: leases whose turn the user stopped · unheard:
    leases of which the server that has them told nothing."""

    lost: frozenset[Lease]
    stopped: frozenset[Lease]
    unheard: frozenset[Lease] = frozenset()


FIRST_ID_OUT_OF_REACH = 2**53
"""Update ids order the lanes as numbers that hold 53 bits; the terminal's are times in us."""


def checked_id(update_id: int) -> int:
    """The update id, if a lane can hold it; raises ValueError otherwise."""
    if not 0 <= update_id < FIRST_ID_OUT_OF_REACH:
        raise ValueError("an update id is a whole number from 0 up to, not including, 2**53")
    return update_id


class LeaseLost(Exception):
    """The lane belongs to another worker by now; whatever was done for it is dropped."""


class TurnQueue(Protocol):
    """The bot's side of the lanes."""

    async def put(self, turn: Turn) -> Put:
        """On an idle lane, and on one whose answer is just done, a turn waits for its hold_ms, or
        until one without a hold follows; another held one prolongs that, but never beyond a
        second in all.
        A deletion takes the waiting turns of its messages off the lane, stops the one being
        answered and unsends a reply to them (withdrawing.py); it is never refused.
        A refused turn (CHAT_FULL, BUSY) changes nothing and may come again. The turn being
        answered counts as waiting until it is committed. Raises ValueError for an update id
        that is negative or takes more than 53 bits."""
        ...

    async def stop(self, chat: str, before: int) -> Stopped:
        """Drop the chat's waiting turns with an update id below `before`; mark the running one
        (unless its answer is committed) and tell its worker at once."""
        ...

    async def rejoin(self, chat: str, turn: int, other: int) -> None:
        """The `other` turn, which was just put, was sent together with `turn`: if that is being
        answered without it, have it begun anew with both. Only a hint, that may get lost."""
        ...

    async def beside(self, chat: str) -> None:
        """Something of ours is said in the chat beside its lane: the answer that is being made
        will not stand right under its question. A hint as well."""
        ...


class Lanes(Protocol):
    """The worker's side: which lanes it holds."""

    async def lease(self, worker: str, most: int) -> Leased:
        """Up to `most` lanes that have turns and nobody working on them: the oldest, and others
        that are about as old; nobody is passed over for long. Expired leases and due retries come
        back this way too."""
        ...

    async def beat(self, leases: Sequence[Lease]) -> Beat:
        """Renew leases; call it three times per lease time."""
        ...

    async def hand_back(self, lease: Lease) -> None:
        """Give the lane up unchanged (SIGTERM): next in line, not counted as an attempt."""
        ...

    async def wait(self, timeout_s: float) -> None:
        """Sleep until there may be something to lease or tend, a turn of this worker was
        stopped, or the time is up. May return early; never misses a put by more than 2 s."""
        ...

    def on_stop(self, told: Callable[[str], None]) -> None:
        """Have `told` called with the chat's name as soon as the turn that a worker of this
        process is at was stopped. Only a hint, so that nobody waits for the next beat."""
        ...

    def on_rejoin(self, told: Callable[[str, int], None]) -> None:
        """Have `told` called with a chat's name and the fence of its lease when something was
        sent together with the turn that is answered under it."""
        ...

    def on_beside(self, told: Callable[[str, int], None]) -> None:
        """The same, when something was said beside it."""
        ...


class LeasedLane(Protocol):
    """The worker's side: what it does with a lane it holds."""

    async def open(self, lease: Lease) -> Opened:
        """Raises LeaseLost."""
        ...

    async def commit(self, lease: Lease, turns: Sequence[Turn], outcome: Outcome) -> Committed:
        """One atomic step: `turns` off the lane, the exchange appended, settings changed, the
        reply into the outbox, tending asked for. The lane stays leased for delivery. A stopped
        turn is committed only with a reply that is marked `cut`: what the user saw stays."""
        ...

    async def drop(self, lease: Lease, turns: Sequence[Turn]) -> None:
        """The user stopped `turns` before anything was shown: take them off the lane, store
        nothing, free the lane. A lost lease is no error."""
        ...

    async def close(self, lease: Lease) -> int:
        """Nothing can be delivered to this chat any more (bot blocked, chat deleted): drop all
        its turns, of which it returns how many there were, and mark it closed until its next
        put. The lane stays leased, with its outbox. Raises LeaseLost."""
        ...

    async def mark_sent(self, lease: Lease, part: int, message_ids: Sequence[int]) -> None:
        """Part `part` (0-based) of the outbox's reply was delivered, and others are to follow.
        Raises LeaseLost."""
        ...

    async def release(self, lease: Lease, message_ids: Sequence[int] = ()) -> bool:
        """Delivery is over: empty the outbox, keep its message ids and then these, the last
        part's, with the exchange, free the lane. False: the lease was lost, or released before;
        that is no error."""
        ...

    async def fail(
        self,
        lease: Lease,
        turns: Sequence[Turn],
        reason: str,
        retry_in_ms: int | None,
        notice: Reply,
    ) -> Failed:
        """`retry_in_ms` None: give the turns up as a dead letter and put `notice` into the
        outbox (lane stays leased). Otherwise: again after that back-off, attempts + 1.
        On a committed lane (outbox full, delivery failed) `turns` and `notice` are not looked
        at and only a back-off is allowed: RETRY, and the next open brings the same outbox."""
        ...


@dataclass(frozen=True, slots=True)
class TendingLease:
    """A worker's right to tend one conversation's memory, apart from its lane."""

    conversation: ConversationId
    fence: int
    attempts: int = 0


class Tending(Protocol):
    """Memories that wait to be tended; each has a lease of its own, outside the lane."""

    async def lease_tending(self, worker: str, most: int) -> tuple[TendingLease, ...]: ...

    async def beat_tending(self, lease: TendingLease) -> bool:
        """Renew; False: it was lost."""
        ...

    async def finish_tending(self, lease: TendingLease, retry_in_ms: int | None) -> None:
        """None: done (a request that came meanwhile stays). Else again after that time; 0 gives
        it back, which counts as no attempt."""
        ...

    async def ask_tending(self, conversation: ConversationId) -> None:
        """Put a conversation in line for tending; asking twice is asking once."""
        ...


class ClosedChats(Protocol):
    async def closed_chats(self) -> frozenset[str]:
        """Those that were closed, and whose next turn has not come."""
        ...


class ChatChoices(Protocol):
    async def settings_of(self, chat: str) -> ChatSettings:
        """What the chat chose; an unknown chat chose nothing."""
        ...


class DeadLetters(Protocol):
    async def dead_letters(self, most: int) -> tuple[DeadLetter, ...]:
        """The newest `most`, newest first."""
        ...

    async def requeue(self, letter: DeadLetter) -> Requeued:
        """Its turns go back on their lane, each at the place of its update id, as if they had
        never been tried; the limits and the ids already seen do not hold for them."""
        ...

    async def purge(self, letters: Sequence[DeadLetter]) -> int:
        """Forget them; how many there still were."""
        ...
