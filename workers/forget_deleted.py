"""Forgets messages that were deleted, wherever their chat has them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import structlog

from memory.conversation import ConversationId
from memory.log import log_of
from memory.store import ChatMemory, MemoryStore
from workers.deleted import without
from workers.jobs import ChatSettings, DeadLetter, Turn
from workers.lanes import DeadLetters
from workers.unread import Read

log = structlog.get_logger()

MOST_LETTERS = 100_000


@dataclass(frozen=True, kw_only=True)
class ForgetDeleted:
    """Without `dead` there are no dead letters to look through."""

    store: MemoryStore
    dead: DeadLetters | None = None

    async def run(self, turn: Turn, settings: ChatSettings, read: Read) -> None:
        """May be done again. What was derived from a changed log is made anew of what is left."""
        ids = frozenset(turn.message_ids)
        exchanges = 0
        for number in range(1, settings.last_conversation + 1):
            memory = await self.store.load(ConversationId(turn.chat, number))
            exchanges += await self._of(memory, ids, read)
        letters = await self._letters(turn.chat, ids)
        log.info("deleted messages forgotten", exchanges=exchanges, letters=letters)

    async def _of(self, memory: ChatMemory, ids: Collection[int], read: Read) -> int:
        """How many exchanges held any."""
        unread = log_of(memory.exchanges).unread
        whole = await read(memory, unread) if unread else memory
        changed = {
            each.number: left for each in whole.exchanges if (left := without(each, ids)) != each
        }
        for left in changed.values():
            if left is not None:
                await self.store.replace(memory.conversation, left)
        gone = [number for number, left in changed.items() if left is None]
        if gone:
            await self.store.erase(memory.conversation, gone)
        return len(changed)

    async def _letters(self, chat: str, ids: Collection[int]) -> int:
        if self.dead is None:
            return 0
        letters = await self.dead.dead_letters(MOST_LETTERS)
        return await self.dead.purge([each for each in letters if _holds(each, chat, ids)])


def _holds(letter: DeadLetter, chat: str, ids: Collection[int]) -> bool:
    held = {id_ for turn in letter.turns if not turn.deleted for id_ in turn.message_ids}
    quoted = {turn.quoted.message_id for turn in letter.turns if turn.quoted is not None}
    return letter.chat == chat and bool((held | quoted) & set(ids))
