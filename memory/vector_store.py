"""Where exchanges' vectors are kept, beside the log: the port, and a plain dict version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from memory.conversation import ConversationId
from memory.embedded import with_packed
from memory.kind import State
from memory.log import log_of
from memory.store import MemoryStore


class VectorStore(Protocol):
    """Keeps the packed vectors of memory/embedded.py. What is removed from the log is removed
    here in the same step."""

    async def load(self, conversation: ConversationId) -> State:
        """The vectors in the shape that kinds see; {} where there are none."""
        ...

    async def add(
        self, conversation: ConversationId, model: str, packed: Mapping[int, str]
    ) -> None:
        """Keep these, by their exchanges' numbers, which grow from one call to the next. Those
        that are there already, or whose exchanges are not, change nothing. When the last ones
        were of another model, all of them are forgotten first."""
        ...


class DictVectors:
    """The plain version, for one process, beside the store that has the log."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._states: dict[ConversationId, State] = {}

    async def load(self, conversation: ConversationId) -> State:
        state = self._states.get(conversation, {})
        if not state:
            return {}
        there = set(map(str, log_of((await self._store.load(conversation)).exchanges).numbers))
        kept = {number: packed for number, packed in state["vectors"].items() if number in there}
        self._states[conversation] = {**state, "vectors": kept}
        return self._states[conversation]

    async def add(
        self, conversation: ConversationId, model: str, packed: Mapping[int, str]
    ) -> None:
        state = with_packed(self._states.get(conversation, {}), model, packed)
        self._states[conversation] = state
        await self.load(conversation)
