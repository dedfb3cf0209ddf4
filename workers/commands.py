"""Turns that are commands: what each one says and changes. No model is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from memory.conversation import ConversationId
from memory.overview import Overview, overview
from memory.recipes import RECIPES
from memory.store import ChatMemory
from workers.asking import answered_message
from workers.fact_commands import FactCommands
from workers.jobs import ChatSettings, Command, Notice, Outcome, Reply, Turn
from workers.turn_options import TurnOptions
from workers.unread import Read, with_bodies

Load = Callable[[ConversationId], Awaitable[ChatMemory]]


@dataclass(frozen=True, kw_only=True)
class RunCommand:
    options: TurnOptions
    count: Callable[[str], int]
    facts: FactCommands

    async def outcome(self, turn: Turn, settings: ChatSettings, load: Load, read: Read) -> Outcome:
        """What committing this command will say and change; nothing has changed yet, but what is
        to be forgotten is gone, which may be done again."""
        if turn.command is Command.NEW:
            return self._new(turn, settings)
        if turn.command is Command.MODE:
            return self._mode(turn, settings)
        memory = await load(ConversationId(turn.chat, settings.conversation))
        if turn.command is Command.FACTS:
            return _told(turn, settings, *await self.facts.facts(turn, memory, read))
        if turn.command is Command.FORGET:
            return _told(turn, settings, *await self.facts.forget(turn, settings, memory, read))
        return await self._memory(turn, settings, memory, read)

    def _new(self, turn: Turn, settings: ChatSettings) -> Outcome:
        started = replace(settings, conversation=settings.conversation + 1)
        return _told(
            turn, started, Notice.NEW_STARTED, {"conversation": started.conversation}, changed=True
        )

    def _mode(self, turn: Turn, settings: ChatSettings) -> Outcome:
        """The list of kinds that the bot's owner chose can be chosen, too, but no other list. It
        is kept as "the owner's", so that it follows when the owner changes it."""
        wanted, own = "".join(turn.text.split()).casefold(), self.options.recipe
        recipes = [*RECIPES] if own in RECIPES else [own, *RECIPES]
        if not wanted:
            values = {"current": self._recipe(settings), "recipes": recipes}
            return _told(turn, settings, Notice.MODE_LIST, values)
        named = next((each for each in recipes if each.casefold() == wanted), None)
        if named is None:
            values = {"recipe": turn.text.strip(), "recipes": recipes}
            return _told(turn, settings, Notice.MODE_UNKNOWN, values)
        chosen = replace(settings, recipe=named if named in RECIPES else "")
        return _told(turn, chosen, Notice.MODE_SET, {"recipe": named}, changed=True)

    async def _memory(
        self, turn: Turn, settings: ChatSettings, memory: ChatMemory, read: Read
    ) -> Outcome:
        async def look(memory: ChatMemory) -> Overview:
            return await asyncio.to_thread(
                overview, memory, self._recipe(settings), self.options.memory, self.count
            )

        page = await with_bodies(memory, look, read)
        return _told(turn, settings, Notice.MEMORY_PAGE, asdict(page))

    def _recipe(self, settings: ChatSettings) -> str:
        return settings.recipe or self.options.recipe


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
            language=turn.language,
            reply_to=answered_message((turn,)),
        ),
        conversation=ConversationId(turn.chat, settings.conversation),
        settings=settings if changed else None,
    )
