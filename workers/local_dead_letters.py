"""The turns that were given up, inside one process."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from workers.jobs import DeadLetter, Turn
from workers.lanes import Requeued

DEAD_KEPT = 10_000


class LocalDeadLetters(ABC):
    """The DeadLetters port; whoever has the lanes puts requeued turns on them."""

    def __init__(self) -> None:
        self._dead: deque[DeadLetter] = deque(maxlen=DEAD_KEPT)
        self._letter_numbers = itertools.count(1)

    async def dead_letters(self, most: int) -> tuple[DeadLetter, ...]:
        return tuple(self._dead)[:most]

    async def requeue(self, letter: DeadLetter) -> Requeued:
        if await self.purge([letter]) == 0:
            return Requeued.GONE
        self._put_back(letter.chat, letter.turns)
        return Requeued.OK

    async def purge(self, letters: Sequence[DeadLetter]) -> int:
        gone = {letter.stored for letter in letters}
        before = len(self._dead)
        kept = [letter for letter in self._dead if letter.stored not in gone]
        self._dead = deque(kept, maxlen=DEAD_KEPT)
        return before - len(self._dead)

    def _bury(self, letter: DeadLetter) -> None:
        stored = str(next(self._letter_numbers)).encode()
        self._dead.appendleft(replace(letter, stored=stored))

    @abstractmethod
    def _put_back(self, chat: str, turns: Sequence[Turn]) -> None:
        """The lanes' part of `requeue`."""
