"""Turns that are commands: what each one says and changes. No model is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from memory.conversation import ConversationId
from memory.last_recall import last_recall
from memory.overview import overview
from memory.store import ChatMemory
from workers.asking import answered_message
from workers.choices import Chosen, choose, is_choice
from workers.conversations import Load, chats
from workers.fact_commands import facts
from workers.forgetting import ForgetCommand
from workers.jobs import ChatSettings, Command, Notice, Outcome, Reply, Turn
from workers.turn_options import TurnOptions
from workers.unread import Read, with_bodies


@dataclass(frozen=True, kw_only=True)
class RunCommand:
    options: TurnOptions
    count: Callable[[str], int]
    forget: ForgetCommand

    async def outcome(self, turn: Turn, settings: ChatSettings, load: Load, read: Read) -> Outcome:
        """What committing this command will say and change; nothing has changed yet, but what is
        to be forgotten is gone, which may be done again."""
        if turn.command is Command.NEW:
            return self._new(turn, settings)
        if turn.command is not None and is_choice(turn.command):
            return _chosen(turn, settings, choose(turn.command, turn.text, settings, self.options))
        if turn.command is Command.EXPORT:
            return _told(turn, settings, Notice.EXPORTED, {})
        if turn.command is Command.CHATS:
            return _chosen(turn, settings, await chats(turn, settings, load, read))
        memory = await load(ConversationId(turn.chat, settings.conversation))
        return await self._of_memory(turn, settings, memory, read)

    async def _of_memory(
        self, turn: Turn, settings: ChatSettings, memory: ChatMemory, read: Read
    ) -> Outcome:
        if turn.command is Command.FACTS:
            return _told(turn, settings, *await facts(turn, memory, read))
        if turn.command is Command.FORGET:
            notice, values = await self.forget.run(turn, settings, memory, read)
            if not values.get("persona"):
                return _told(turn, settings, notice, values)
            return _told(turn, replace(settings, persona=""), notice, values, changed=True)
        return await self._memory(turn, settings, memory, read)

    def _new(self, turn: Turn, settings: ChatSettings) -> Outcome:
        started = settings.at(settings.last_conversation + 1)
        return _told(
            turn, started, Notice.NEW_STARTED, {"conversation": started.conversation}, changed=True
        )

    async def _memory(
        self, turn: Turn, settings: ChatSettings, memory: ChatMemory, read: Read
    ) -> Outcome:
        async def look(memory: ChatMemory) -> Mapping[str, Any]:
            return await asyncio.to_thread(self._page, turn.chat, memory, settings)

        page = await with_bodies(memory, look, read)
        return _told(turn, settings, Notice.MEMORY_PAGE, page)

    def _page(self, chat: str, memory: ChatMemory, settings: ChatSettings) -> Mapping[str, Any]:
        held = overview(memory, self._recipe(settings), self.options.memory, self.count)
        return {**asdict(held), **asdict(last_recall(memory)), "chat": chat}

    def _recipe(self, settings: ChatSettings) -> str:
        return settings.recipe or self.options.recipe


def _chosen(turn: Turn, settings: ChatSettings, chosen: Chosen) -> Outcome:
    now, changed = chosen.settings or settings, chosen.settings is not None
    return _told(turn, now, chosen.notice, chosen.values, changed=changed)


def _told(
    turn: Turn,
    settings: ChatSettings,
    notice: Notice,
    values: Mapping[str, Any],
    *,
    changed: bool = False,
) -> Outcome:
    return Outcome(
        reply=Reply(
            notice=notice,
            values=values,
            language=settings.language or turn.language,
            reply_to=answered_message((turn,)),
        ),
        conversation=ConversationId(turn.chat, settings.conversation),
        settings=settings if changed else None,
    )
