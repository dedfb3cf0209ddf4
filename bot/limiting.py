"""How much people and chats may use, as a process that receives sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.chats import is_private
from bot.storing import until_answered
from workers.limits import Accounts, Limits, Most, Pace, Passed, Usage


@dataclass(frozen=True, slots=True)
class Limiting:
    """Every call waits until the server answers. `sleep` is asyncio.sleep but for tests."""

    pace: Pace
    accounts: Accounts
    limits: Limits = field(default_factory=Limits)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def passed(self, person: int, chat: int, update_id: int) -> tuple[Passed, int]:
        """Whether the message is taken, and the limit that says so (0: none)."""
        for holder, most in self._paces(person, chat):
            passed = await self._take(str(holder), update_id, most)
            if not passed.taken:
                return passed, most
        return Passed(True), 0

    def _paces(self, person: int, chat: int) -> list[tuple[int, int]]:
        paces = [(person, self.limits.person_messages)]
        if not is_private(chat):
            paces.append((chat, self.limits.chat_messages))
        return [(holder, most) for holder, most in paces if most]

    async def _take(self, holder: str, update_id: int, most: int) -> Passed:
        return await until_answered(lambda: self.pace.take(holder, update_id, most), self.sleep)

    async def used(self, person: int, chat: int) -> tuple[Usage, Most]:
        """By the chat, and how much it may; a private chat is its person."""
        holder, most = str(chat), self.limits.of_chat
        if is_private(chat):
            holder, most = str(person), self.limits.of_person.and_also(most)
        return await until_answered(lambda: self.accounts.usage(holder), self.sleep), most
