"""Exchanges' vectors on the server."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from memory.conversation import ConversationId
from memory.embedded import with_packed
from memory.kind import State
from workers.keys import Keys
from workers.link import Link
from workers.scripts.embedding import VectorRecord, add_vectors, load_vectors

MOST_BYTES = 64 << 20
ENTRY_BYTES = 200
"""What the objects of one exchange's vectors take beside their text."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A conversation's vectors as they were read last."""

    state: State = field(default_factory=dict)
    mark: str = ""
    newest: int | None = None
    size: int = 0


class RedisVectors:
    """The VectorStore port. What was read is kept, up to about `most_bytes`, so that the next
    turn of a chat reads only what is new."""

    def __init__(self, link: Link, keys: Keys, *, most_bytes: int = MOST_BYTES) -> None:
        self._link = link
        self._keys = keys
        self._most_bytes = most_bytes
        self._known: OrderedDict[ConversationId, _Known] = OrderedDict()

    @property
    def size_bytes(self) -> int:
        return sum(known.size for known in self._known.values())

    async def load(self, conversation: ConversationId) -> State:
        known = self._known.get(conversation, _Known())
        record = await load_vectors(
            self._link, self._keys, conversation, newest=known.newest, mark=known.mark
        )
        learned = _further(known if known.mark == record.mark else _Known(), record)
        self._keep(conversation, learned)
        return learned.state

    async def add(
        self, conversation: ConversationId, model: str, packed: Mapping[int, str]
    ) -> None:
        await add_vectors(self._link, self._keys, conversation, model=model, packed=packed)

    def _keep(self, conversation: ConversationId, known: _Known) -> None:
        self._known.pop(conversation, None)
        self._known[conversation] = known
        while len(self._known) > 1 and self.size_bytes > self._most_bytes:
            self._known.popitem(last=False)


def _further(known: _Known, record: VectorRecord) -> _Known:
    if not record.packed:
        return _Known(known.state, record.mark, known.newest, known.size)
    return _Known(
        with_packed(known.state, record.model, record.packed),
        record.mark,
        max(record.packed),
        known.size + sum(len(stored) + ENTRY_BYTES for stored in record.packed.values()),
    )
