"""How much Telegram takes: token buckets that sends, edits and drafts share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    per_s: float
    at_once: float
    tokens: float = field(init=False)
    at: float = -math.inf

    def __post_init__(self) -> None:
        self.tokens = self.at_once

    def fill(self, now: float) -> None:
        if self.at > -math.inf:
            self.tokens = min(self.at_once, self.tokens + (now - self.at) * self.per_s)
        self.at = now

    @property
    def missing_s(self) -> float:
        """How long until there is a token."""
        return max(0.0, (1 - self.tokens) / self.per_s)


@dataclass(slots=True)
class Limits:
    """Published: about 30 a second in all, one a second in a chat (short bursts pass), 20 a
    minute in a group. How long the bursts may be is not; here they are short."""

    clock: Callable[[], float]
    chat_at_once: float = 3
    overall: Bucket = field(default_factory=lambda: Bucket(30, 30))
    _chats: dict[int, tuple[Bucket, ...]] = field(default_factory=dict)

    def refused_for(self, chat_id: int) -> int:
        """Seconds of `retry_after`, 0 when the call is taken."""
        now = self.clock()
        buckets = (self.overall, *self._of(chat_id))
        for bucket in buckets:
            bucket.fill(now)
        wait_s = max(bucket.missing_s for bucket in buckets)
        if wait_s > 1e-6:
            return max(1, math.ceil(wait_s))
        for bucket in buckets:
            bucket.tokens -= 1
        return 0

    def _of(self, chat_id: int) -> tuple[Bucket, ...]:
        if chat_id not in self._chats:
            self._chats[chat_id] = tuple(self._new(chat_id))
        return self._chats[chat_id]

    def _new(self, chat_id: int) -> Iterator[Bucket]:
        yield Bucket(1, self.chat_at_once)
        if chat_id < 0:
            yield Bucket(20 / 60, 20)
