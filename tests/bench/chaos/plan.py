"""What a run of the chaos bench is made of, and what goes wrong in it; all from one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from workers.keys import Keys

FIRST_CHAT = 1000
PRODUCERS = 2
TURNS_A_SECOND = 80
SHORTEST_S = 4.0
DRAIN_S = 9.0
ANSWER_TIMEOUT_S = 1.5
"""So long a worker waits for an answer of the Bot API."""


def chat_named(nth: int) -> str:
    """Every third one is a group."""
    number = FIRST_CHAT + nth
    return str(-number if nth % 3 == 1 else number)


@dataclass(frozen=True, slots=True)
class Plan:
    """folder: everything of the run lies in it · lease_s: seconds."""

    folder: Path
    turns: int
    seed: int
    workers: int = 4
    lease_s: float = 2.0
    timeout_s: float = 0.8
    concurrency: int = 48
    shards: int = 2
    most_turns: int = 3

    @property
    def keys(self) -> Keys:
        return Keys(prefix="chaos", bot="1", shards=self.shards)

    @property
    def chats(self) -> list[str]:
        """Twenty turns each in a short run, a hundred in a long one."""
        count = max(PRODUCERS, min(200, self.turns // 20))
        return [chat_named(n) for n in range(count)]

    @property
    def turns_of(self) -> dict[str, int]:
        """How many turns each chat sends."""
        each, more = divmod(self.turns, len(self.chats))
        return {chat: each + (n < more) for n, chat in enumerate(self.chats)}

    @property
    def sending_s(self) -> float:
        """How long the producers take when nothing holds them up."""
        return max(SHORTEST_S, self.turns / TURNS_A_SECOND)

    def pulse_of(self, worker: str) -> Path:
        """Where it leaves its last beat."""
        return self.folder / f"{worker}.pulse"

    def chances(self, whose: str) -> random.Random:
        """Everybody's own, so that nobody's speed changes what another one does."""
        return random.Random(f"{self.seed}/{whose}")


@dataclass(frozen=True, slots=True)
class Trouble:
    """pause_s: after the one before · victim, long: from 0 to 1, of those who can have it and of
    how long it can last."""

    kind: str
    pause_s: float
    victim: float
    long: float


def troubles(chances: random.Random, weights: Mapping[str, int]) -> Iterator[Trouble]:
    """Endless; the same for the same seed."""
    while True:
        (kind,) = chances.choices(list(weights), list(weights.values()))
        pause_s = chances.uniform(0.1, 1.2)
        yield Trouble(kind, pause_s, chances.random(), chances.random())
