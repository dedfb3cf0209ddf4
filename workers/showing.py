"""Prints what a chat remembers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Protocol

from memory.conversation import ConversationId
from memory.last_recall import last_recall
from memory.overview import overview
from memory.store import ChatMemory
from workers.app import WorkerSettings, load_recipe, memory_options
from workers.backend import ServerSettings, open_backend
from workers.jobs import Notice, Reply
from workers.retention import retained
from workers.tokens import TokenCounter
from workers.turn_options import utc_now
from workers.unread import with_bodies


class ShowSettings(ServerSettings, WorkerSettings, Protocol):
    """What is wanted of the settings to show what a chat remembers."""


async def show_chat(
    settings: ShowSettings, bot_id: str, chat: str, word: Callable[[Reply], str]
) -> int:
    """Print the chat's memory page as `word` words it, without what is past retention. Raises
    RecipeRefused."""
    load_recipe(settings)
    async with open_backend(settings, bot_id) as backend:
        chosen = await backend.lanes.settings_of(chat)
        memory = retained(
            await backend.store.load(ConversationId(chat, chosen.conversation)),
            settings.retention_days,
            utc_now(),
        )
        count = TokenCounter(settings.openai_model).count
        recipe = chosen.recipe or settings.recipe

        async def look(memory: ChatMemory) -> Mapping[str, Any]:
            held = overview(memory, recipe, memory_options(settings), count)
            return {**asdict(held), **asdict(last_recall(memory))}

        page = await with_bodies(memory, look, backend.store.read)
        print(word(Reply(notice=Notice.MEMORY_PAGE, values=page)))
    return 0
