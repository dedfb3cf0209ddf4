"""Who may talk to the bot, inside one process."""

from __future__ import annotations

import hmac
import time
from collections import defaultdict, deque
from collections.abc import Callable

from workers.access import Entries, Entry, Paired, Standing

CODE_LASTS_S = 24 * 3600.0
MOST_GUESSES, GUESSES_LAST_S = 5, 3600.0


class LocalAccess:
    """The AccessStore port. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._entries: dict[int, Entry] = {}
        self._code, self._lapses = "", 0.0
        self._guesses: defaultdict[int, deque[float]] = defaultdict(deque)

    async def entries(self) -> Entries:
        return dict(self._entries)

    async def enter(self, id_: int, entry: Entry) -> None:
        self._entries[id_] = entry

    async def offer(self, code: str) -> str:
        if self._clock() >= self._lapses:
            self._code = code
        self._lapses = self._clock() + CODE_LASTS_S
        return self._code

    async def pair(self, person: int, name: str, code: str) -> Paired:
        owners = [id_ for id_, one in self._entries.items() if one.standing is Standing.OWNER]
        if owners:
            return Paired.PAIRED if person in owners else Paired.OVER
        if self._clock() >= self._lapses:
            return Paired.OVER
        guesses = self._recent_guesses(person)
        if len(guesses) >= MOST_GUESSES:
            return Paired.TOO_MANY
        if not hmac.compare_digest(code.encode(), self._code.encode()):
            guesses.append(self._clock())
            return Paired.WRONG
        self._entries[person], self._lapses = Entry(Standing.OWNER, name), 0.0
        return Paired.PAIRED

    def _recent_guesses(self, person: int) -> deque[float]:
        guesses = self._guesses[person]
        while guesses and self._clock() - guesses[0] >= GUESSES_LAST_S:
            guesses.popleft()
        return guesses
