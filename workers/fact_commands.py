"""The commands about facts: /facts shows them, /forget removes what holds one, or everything."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeVar

from memory.conversation import ConversationId
from memory.facts_page import FactsPage, ToForget, facts_page, to_forget
from memory.store import ChatMemory, MemoryStore
from workers.jobs import ChatSettings, Notice, Turn
from workers.lanes import DeadLetters
from workers.unread import Read, with_bodies

MOST_LETTERS = 100_000
_PAGE = re.compile(r"(?:^|\s)(?:p|ص|第|с)\s?(\d{1,4})\s?页?$")
_ALL = frozenset(
    {"all", "everything", "همه", "همه چیز", "همه‌چیز", "全部", "所有", "всё", "все", "كل شيء"}
)
_YES = frozenset({"yes", "بله", "آره", "是", "确认", "да", "نعم"})

Told = tuple[Notice, Mapping[str, Any]]
Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class FactCommands:
    """Without `dead` there are no dead letters to empty."""

    store: MemoryStore
    dead: DeadLetters | None = None

    async def facts(self, turn: Turn, memory: ChatMemory, read: Read) -> Told:
        """ "/facts", "/facts lamp", "/facts lamp p2"."""
        asked = turn.text.strip()
        found = _PAGE.search(asked)
        words = asked[: found.start()].strip() if found else asked
        page = await _looked(memory, partial(_page, words, int(found[1]) if found else 1), read)
        return Notice.FACTS_PAGE, {**asdict(page), "chat": turn.chat}

    async def forget(
        self, turn: Turn, settings: ChatSettings, memory: ChatMemory, read: Read
    ) -> Told:
        """ "/forget 12", "/forget VALUE", "/forget all"."""
        wanted = " ".join(turn.text.split())
        first, _, last = wanted.rpartition(" ")
        if wanted.casefold() in _ALL:
            return Notice.FORGET_ALL_ASK, {"exchanges": len(memory.exchanges)}
        if first.casefold() in _ALL and last.casefold() in _YES:
            return await self._everything(turn.chat, settings)
        if not wanted:
            return Notice.FORGET_HELP, {}
        found = await _looked(memory, partial(_named, wanted), read)
        if not found.exchanges:
            return Notice.FORGET_NOTHING, {}
        await self.store.erase(memory.conversation, found.exchanges)
        return Notice.FORGOTTEN, {"exchanges": len(found.exchanges)}

    async def _everything(self, chat: str, settings: ChatSettings) -> Told:
        """All conversations of the chat. Their numbers stay, so that none is given out again."""
        exchanges = 0
        for number in range(1, settings.last_conversation + 1):
            memory = await self.store.load(ConversationId(chat, number))
            exchanges += len(memory.exchanges)
            await self.store.expire(memory.conversation, memory.last_number + 1)
        letters = await self._letters(chat)
        return Notice.FORGOTTEN_ALL, {"exchanges": exchanges, "letters": letters}

    async def _letters(self, chat: str) -> int:
        """Turns that were given up hold what was written, too."""
        if self.dead is None:
            return 0
        letters = await self.dead.dead_letters(MOST_LETTERS)
        return await self.dead.purge([letter for letter in letters if letter.chat == chat])


def _page(words: str, number: int, memory: ChatMemory) -> FactsPage:
    return facts_page(memory, words, number)


def _named(wanted: str, memory: ChatMemory) -> ToForget:
    return to_forget(memory, wanted)


async def _looked(memory: ChatMemory, look: partial[Result], read: Read) -> Result:
    async def work(seen: ChatMemory) -> Result:
        return await asyncio.to_thread(look, seen)

    return await with_bodies(memory, work, read)
