"""How full the lanes are: what an operator wants to see at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Depth:
    """One shard's lanes, or those of all.

    waiting: turns that are not committed yet, those being answered included · ready, in_flight,
    delayed: chats in line, being worked on, waiting out a back-off · to_tend: memories in line ·
    dead: letters of turns given up · oldest_s: how long ago the oldest waiting turn came, among the
    chats looked at; None when none waits or its time is not known any more · looked_at: how many
    chats that were.
    """

    waiting: int = 0
    ready: int = 0
    in_flight: int = 0
    delayed: int = 0
    to_tend: int = 0
    dead: int = 0
    oldest_s: float | None = None
    looked_at: int = 0

    @property
    def chats(self) -> int:
        """Chats that are not idle."""
        return self.ready + self.in_flight + self.delayed


class LaneDepths(Protocol):
    async def depths(self, most_chats: int = 64) -> tuple[Depth, ...]:
        """One for each shard. The oldest turn is looked for in about `most_chats` chats at
        most, over all shards: the ends of the line, and those longest in flight or delayed."""
        ...


def in_all(depths: Sequence[Depth]) -> Depth:
    """The shards' depths as one."""
    return Depth(
        waiting=sum(depth.waiting for depth in depths),
        ready=sum(depth.ready for depth in depths),
        in_flight=sum(depth.in_flight for depth in depths),
        delayed=sum(depth.delayed for depth in depths),
        to_tend=sum(depth.to_tend for depth in depths),
        dead=sum(depth.dead for depth in depths),
        oldest_s=oldest(depth.oldest_s for depth in depths),
        looked_at=sum(depth.looked_at for depth in depths),
    )


def oldest(ages_s: Iterable[float | None]) -> float | None:
    """The highest of those that are known."""
    return max((age for age in ages_s if age is not None), default=None)
