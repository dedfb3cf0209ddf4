"""Buckets that sends are taken out of: how many may go out, whatever the number of processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

Whose = Literal["sends_of_chat", "sends_of_group", "sends_of_bot"]
"""Which bucket; the first two are one for each chat."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """Holds `at_once` sends at most; another one comes every `every_s` seconds."""

    whose: Whose
    every_s: float
    at_once: int


class Spent(NamedTuple):
    """How many of the buckets a send was taken out of, and how long until it may be used or, where
    none was taken, until asking again pays. Done when it was taken out of all and the wait is
    over."""

    buckets: int
    wait_s: float


class Spending(Protocol):
    async def spend(
        self, chat: str, buckets: Sequence[Bucket], *, leave: int = 0, in_line: bool = False
    ) -> Spent:
        """Take one send out of every bucket, if all of them hold it and `leave` more.
        `in_line`: take it in any case, out of one bucket after the other up to the first that
        makes it wait; it is then owed to that bucket, and whoever comes later waits longer. Raises
        what a link raises."""
        ...

    async def hold(self, chat: str, bucket: Bucket, seconds: float) -> None:
        """Nothing comes out of the chat's bucket for so long. Raises what a link raises."""
        ...


def full_again(full_at: float, now: float, bucket: Bucket) -> float:
    """When a bucket that is full at `full_at` will be full again, if a send is taken now."""
    return max(full_at, now) + bucket.every_s


def wait_s(full_again_at: float, now: float, bucket: Bucket, leave: int = 0) -> float:
    """How long until the bucket really held what was taken."""
    return max(0.0, full_again_at - now - (bucket.at_once - leave) * bucket.every_s)


def full_after(seconds: float, bucket: Bucket) -> float:
    """In how many seconds a bucket is full that gives one again after so many."""
    return seconds + (bucket.at_once - 1) * bucket.every_s


class LocalSpending:
    """For one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: dict[tuple[str, str], float] = {}

    async def spend(
        self, chat: str, buckets: Sequence[Bucket], *, leave: int = 0, in_line: bool = False
    ) -> Spent:
        now, wait = self._clock(), 0.0
        taken: dict[tuple[str, str], float] = {}
        for bucket in buckets:
            key = bucket.whose, "" if bucket.whose == "sends_of_bot" else chat
            taken[key] = full_again(self._full_at.get(key, now), now, bucket)
            wait = max(wait, wait_s(taken[key], now, bucket, leave))
            if wait and in_line:
                break
        if wait and not in_line:
            return Spent(0, wait)
        self._forget_full(now)
        self._full_at.update(taken)
        return Spent(len(taken), wait)

    async def hold(self, chat: str, bucket: Bucket, seconds: float) -> None:
        until = self._clock() + full_after(seconds, bucket)
        key = bucket.whose, chat
        self._full_at[key] = max(self._full_at.get(key, until), until)

    def _forget_full(self, now: float) -> None:
        if len(self._full_at) > 10_000:
            self._full_at = {key: at for key, at in self._full_at.items() if at > now}
