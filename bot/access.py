"""Who may talk to the bot, as a process that receives sees it: a denial works within seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.limiting import Limiting
from bot.storing import until_answered
from bot.telegram_settings import AccessSettings
from workers.access import AccessRules, AccessStore, Entry, Paired, WhoMay

FRESH_S = 2.0
"""So long the lists are not read again."""


@dataclass(slots=True)
class Access:
    """The lists behind a cache; every call waits until the server answers, as the queue does.
    Without `limiting` everybody let in may as much as they like. `sleep` is asyncio.sleep but for
    tests."""

    store: AccessStore
    rules: AccessRules = field(default_factory=AccessRules)
    limiting: Limiting | None = None
    fresh_s: float = FRESH_S
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _read: WhoMay = field(default_factory=WhoMay)
    _read_at: float = float("-inf")

    async def who_may(self) -> WhoMay:
        if self.now() - self._read_at >= self.fresh_s:
            began = self.now()
            entries = await until_answered(self.store.entries, self.sleep)
            self._read, self._read_at = WhoMay(self.rules, entries), began
        return self._read

    async def enter(self, id_: int, entry: Entry) -> None:
        await until_answered(lambda: self.store.enter(id_, entry), self.sleep)
        self._read_at = float("-inf")

    async def offer(self, code: str) -> str:
        """The pairing code in force: this one, or an earlier one."""
        return await until_answered(lambda: self.store.offer(code), self.sleep)

    async def pair(self, person: int, name: str, code: str) -> Paired:
        paired = await until_answered(lambda: self.store.pair(person, name, code), self.sleep)
        self._read_at = float("-inf")
        return paired


def access_rules(settings: AccessSettings) -> AccessRules:
    return AccessRules(settings.owners, settings.allowed_users, settings.access == "public")
