"""/export: everything held about a chat, as a JSON file and as a page to read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memory.conversation import ConversationId
from memory.log import log_of
from memory.store import ChatMemory, MemoryStore
from workers.export_page import export_page
from workers.jobs import ChatSettings
from workers.lanes import ChatChoices

FORMAT = 1


@dataclass(frozen=True, slots=True)
class ExportFile:
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Export:
    """Reads the chat when it is asked, so that nothing big waits in the outbox."""

    store: MemoryStore
    choices: ChatChoices

    async def files(self, chat: str) -> tuple[ExportFile, ...]:
        """The page and the JSON file; raises what the server's calls raise."""
        settings = await self.choices.settings_of(chat)
        numbers = range(1, settings.last_conversation + 1)
        memories = [await self._whole(ConversationId(chat, number)) for number in numbers]
        kept = [memory for memory in memories if memory.exchanges or memory.states]
        return await asyncio.to_thread(export_files, chat, settings, kept)

    async def _whole(self, conversation: ConversationId) -> ChatMemory:
        memory = await self.store.load(conversation)
        unread = log_of(memory.exchanges).unread
        return await self.store.read(memory, unread) if unread else memory


def export_files(
    chat: str, settings: ChatSettings, memories: Sequence[ChatMemory]
) -> tuple[ExportFile, ...]:
    name = "hafez-" + "".join(c if c.isalnum() or c == "-" else "_" for c in chat)
    held = json.dumps(export_json(chat, settings, memories), ensure_ascii=False, indent=1)
    return (
        ExportFile(f"{name}.html", export_page(chat, settings, memories).encode()),
        ExportFile(f"{name}.json", held.encode()),
    )


def written(files: Sequence[ExportFile], folder: Path) -> list[Path]:
    """The files in this folder, over those of an earlier export; only their owner may read them."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    paths = [folder / file.name for file in files]
    for path, file in zip(paths, files, strict=True):
        path.touch(mode=0o600)
        path.write_bytes(file.content)
    return paths


def export_json(
    chat: str, settings: ChatSettings, memories: Sequence[ChatMemory]
) -> dict[str, Any]:
    """Settings, and of each conversation its exchanges and what was derived of them (summary,
    facts and what else its kinds keep). Search indexes are made of the exchanges and left out."""
    return {
        "format": FORMAT,
        "chat": chat,
        "settings": asdict(settings),
        "conversations": [_conversation(memory) for memory in memories],
    }


def _conversation(memory: ChatMemory) -> dict[str, Any]:
    return {
        "number": memory.conversation.number,
        "exchanges": [exchange.to_json() for exchange in memory.exchanges],
        "watermark": memory.watermark,
        "states": {name: dict(state) for name, state in memory.states.items()},
    }
