"""What the in-process lanes know of one chat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from memory.conversation import ConversationId
from workers.jobs import ChatSettings, Outbox, Turn
from workers.joining import together

SEEN_KEPT = 128
SEEN_FOR_MS = 48 * 3600 * 1000


class At(Enum):
    IDLE = auto()
    READY = auto()
    WAITING = auto()  # for a time
    LEASED = auto()


@dataclass(slots=True)
class Lane:
    """One chat's lane. due: ms at which its lease or its back-off ends · claims: update ids of
    the turns being answered · exchange: what the outbox's reply belongs to · given_up: the
    fence under which the outbox became a dead letter's notice · overtaken: another turn came
    before those being answered · seen: update id -> ms at which
    it came."""

    turns: dict[int, Turn] = field(default_factory=dict)
    at: At = At.IDLE
    due: float = 0
    fence: int = 0
    attempts: int = 0
    stopped: bool = False
    claims: tuple[int, ...] = ()
    overtaken: bool = False
    outbox: Outbox | None = None
    exchange: tuple[ConversationId, int] | None = None
    given_up: int = 0
    settings: ChatSettings = field(default_factory=ChatSettings)
    seen: dict[int, float] = field(default_factory=dict)
    seen_until: float = 0
    closed: bool = False

    @property
    def held(self) -> bool:
        """It waits for what belongs to its turns; a back-off has the failed lease's fence."""
        return self.at is At.WAITING and self.fence == 0

    def hold_on(self, now_ms: float, hold_ms: float, longest_ms: float) -> None:
        """Wait (longer), but no longer in all than `longest_ms` from the first turn on."""
        first_ms = min((self.seen[i] for i in self.turns if i in self.seen), default=now_ms)
        until = min(now_ms + hold_ms, first_ms + longest_ms)
        self.due = max(self.due, until) if self.held else until
        self.at = At.WAITING

    def newest_held_until(self, now_ms: float) -> float | None:
        """Until when the newest turn waits for what belongs to it; None when it does not, or no
        more."""
        newest = self.turns[max(self.turns)] if self.turns else None
        came = self.seen.get(newest.update_id) if newest is not None and newest.hold_ms else None
        if newest is None or came is None or came + newest.hold_ms <= now_ms:
            return None
        return came + newest.hold_ms

    def take_off(self, ids: Iterable[int]) -> tuple[Turn, ...]:
        return tuple(self.turns.pop(i) for i in ids if i in self.turns)

    def claim(self, most: int) -> tuple[Turn, ...]:
        """The turns to answer now, the same when asked again; a stopped one is dropped."""
        if self.stopped:
            self.take_off(self.claims)
            self.stopped, self.overtaken, self.claims = False, False, ()
        if self.turns and not self.claims:
            waiting = [self.turns[i] for i in sorted(self.turns)[:most]]
            self.claims = tuple(turn.update_id for turn in together(waiting))
        if not self.claims:
            self.attempts = 0
        return tuple(self.turns[i] for i in self.claims if i in self.turns)

    def begin_anew(self) -> None:
        self.attempts = 0
        self.stopped, self.overtaken, self.claims = False, False, ()

    def put_back(self, turns: Iterable[Turn]) -> None:
        """Requeued turns; attempts that were counted for another head are not theirs."""
        head = min(self.turns, default=None)
        for turn in turns:
            self.turns.setdefault(turn.update_id, turn)
        if min(self.turns, default=None) != head and self.outbox is None:
            self._let_ahead()

    def add(self, turn: Turn, now_ms: float) -> None:
        if self.outbox is None and turn.update_id < min(self.claims or self.turns, default=0):
            self._let_ahead()
        self.turns[turn.update_id] = turn
        self.closed = False
        came = {**self.seen, turn.update_id: now_ms}
        self.seen = dict(list(came.items())[-SEEN_KEPT:])
        self.seen_until = now_ms + SEEN_FOR_MS

    def _let_ahead(self) -> None:
        """A turn goes before those that the attempts were counted for."""
        if self.at is At.LEASED and self.claims:
            self.overtaken = True
        else:
            self.attempts = 0

    def has_seen(self, update_id: int, now_ms: float) -> bool:
        if self.seen_until <= now_ms:
            self.seen = {}
        return update_id in self.seen or update_id in self.turns

    def first_came_s_ago(self, now_ms: float) -> float | None:
        """How long ago the first waiting turn came; None when there is none or that is not known
        any more."""
        came = self.seen.get(min(self.turns)) if self.turns else None
        return None if came is None else (now_ms - came) / 1000
