"""/export: everything held about a chat, as a JSON file and as a page to read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from memory.conversation import ConversationId
from memory.log import log_of
from memory.store import ChatMemory, MemoryStore
from workers.jobs import ChatSettings
from workers.lanes import ChatChoices
from workers.sent_files import DictSentFiles, SentFiles
from workers.turn_options import utc_now

FORMAT = 2


@dataclass(frozen=True, slots=True)
class ExportFile:
    name: str
    content: bytes


class Holdings(Protocol):
    async def of(self, chat: str, conversations: Sequence[int]) -> Mapping[str, Any]:
        """What the lanes and the store hold of a chat beside exchanges and states: the turns that
        wait, dead letters, the outbox, what was used, cards, indexes, vectors… by the names of
        their keys (keys.py), and under "conversations" those of each by its number. JSON. Raises
        what a link raises."""
        ...


@dataclass(frozen=True, slots=True)
class Exported:
    """All of a chat. language: the person's who asked for it · at: when · held: see Holdings."""

    chat: str
    settings: ChatSettings
    memories: Sequence[ChatMemory]
    language: str
    at: datetime
    held: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Export:
    """Reads the chat when it is asked, so that nothing big waits in the outbox. `page` makes of it
    a page in HTML; without `holdings` there is nothing but the memory · sent: where it is known
    which messages hold its files."""

    store: MemoryStore
    choices: ChatChoices
    page: Callable[[Exported], str]
    holdings: Holdings | None = None
    sent: SentFiles = field(default_factory=DictSentFiles)
    now: Callable[[], datetime] = utc_now

    async def files(self, chat: str, language: str = "") -> tuple[ExportFile, ...]:
        """The page and the JSON file; raises what the server's calls raise."""
        settings = await self.choices.settings_of(chat)
        numbers = range(1, settings.last_conversation + 1)
        memories = [await self._whole(ConversationId(chat, number)) for number in numbers]
        held = await self.holdings.of(chat, numbers) if self.holdings else {}
        kept = [memory for memory in memories if memory.exchanges or memory.states]
        exported = Exported(chat, settings, kept, language, self.now(), held)
        return await asyncio.to_thread(self._files, exported)

    async def _whole(self, conversation: ConversationId) -> ChatMemory:
        memory = await self.store.load(conversation)
        unread = log_of(memory.exchanges).unread
        return await self.store.read(memory, unread) if unread else memory

    def _files(self, exported: Exported) -> tuple[ExportFile, ...]:
        page, held = file_names(exported.chat)
        written = json.dumps(export_json(exported), ensure_ascii=False, indent=1)
        content = written.encode("utf-8", "backslashreplace")
        shown = self.page(exported).encode("utf-8", "replace")
        return ExportFile(page, shown), ExportFile(held, content)


def file_names(chat: str) -> tuple[str, str]:
    """Of the page and of the JSON file."""
    name = "hafez-" + "".join(c if c.isalnum() or c == "-" else "_" for c in chat)
    return f"{name}.html", f"{name}.json"


def export_json(exported: Exported) -> dict[str, Any]:
    """Settings, of each conversation its exchanges and what was derived of them, and what the
    server holds beside these."""
    return {
        "format": FORMAT,
        "chat": exported.chat,
        "at": exported.at.astimezone(UTC).isoformat(),
        "settings": asdict(exported.settings),
        "conversations": [_conversation(memory) for memory in exported.memories],
        "held": exported.held,
    }


def _conversation(memory: ChatMemory) -> dict[str, Any]:
    return {
        "number": memory.conversation.number,
        "exchanges": [exchange.to_json() for exchange in memory.exchanges],
        "watermark": memory.watermark,
        "states": {name: dict(state) for name, state in memory.states.items()},
    }
