"""Memories on the server."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace

import structlog

from memory.conversation import ConversationId, Exchange
from memory.log import log_of
from memory.store import ChatMemory, MemoryConflict, Tended
from workers import scripts
from workers.card_mending import mended_cards
from workers.card_rows import row_of
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.known_memory import Known, seen_of
from workers.link import Link
from workers.packing import pack
from workers.scripts import reading
from workers.scripts.reading import NOTHING_SEEN
from workers.scripts.replacing import kept_of, replace_exchange

log = structlog.get_logger()

READ_AT_ONCE = 1000


class RedisStore:
    """The MemoryStore port. Every call is one script, so that nobody sees half a change.
    What was read is kept in `known`, and a conversation read again brings only what is new."""

    def __init__(self, link: Link, keys: Keys, known: KnownMemories | None = None) -> None:
        self._link = link
        self._keys = keys
        self._known = known or KnownMemories()

    async def load(self, conversation: ConversationId) -> ChatMemory:
        known = self._known.of(conversation)
        memory = await self._load(conversation, known)
        if memory is None and known is not None:
            memory = await self._load(conversation, None)
        return memory or await self._mended(conversation)

    async def _load(self, conversation: ConversationId, known: Known | None) -> ChatMemory | None:
        seen = seen_of(known)
        record = await reading.load_memory(self._link, self._keys, conversation, seen)
        if record is None:
            assert known is not None  # noqa: S101  # nothing is new to who knows something
            return known.memory
        return self._known.learn(conversation, known, record)

    async def _mended(self, conversation: ConversationId) -> ChatMemory:
        """The memory of a log whose cards are not what they should be."""
        by_cards = replace(NOTHING_SEEN, by_index=False)
        damaged = await reading.load_memory(self._link, self._keys, conversation, by_cards)
        assert damaged is not None  # noqa: S101  # all is new to who knows nothing
        cards = await mended_cards(self._link, self._keys, conversation, damaged.cards)
        record = await reading.load_memory(self._link, self._keys, conversation, by_cards)
        assert record is not None  # noqa: S101  # as above
        whole = replace(record, cards=(*record.cards, *cards))
        memory = self._known.learn(conversation, None, whole, complete=True)
        assert memory is not None  # noqa: S101  # of a complete record
        return memory

    async def read(self, memory: ChatMemory, numbers: Sequence[int]) -> ChatMemory:
        for first in range(0, len(numbers), READ_AT_ONCE):
            some = numbers[first : first + READ_AT_ONCE]
            entries = await reading.read_exchanges(
                self._link, self._keys, memory.conversation, some
            )
            self._known.read(memory, entries)
        exchanges = log_of(memory.exchanges)
        gone = set(exchanges.unread) & set(numbers)
        return replace(memory, exchanges=exchanges.without(gone)) if gone else memory

    async def keep_index(self, conversation: ConversationId) -> None:
        known = self._known.of(conversation)
        if known is None or not known.index_is_due:
            return
        index = await asyncio.to_thread(known.log.to_keep)
        last, expired = known.log.exchanges.numbers[-1], known.seen.expired
        if index is not None and await reading.keep_index(
            self._link, self._keys, conversation, last=last, expired=expired, index=index
        ):
            self._known.note_indexed(conversation, last)
            log.info("index kept", exchanges=len(known.log.exchanges), bytes=len(index))

    async def commit_tended(self, seen: ChatMemory, tended: Tended) -> None:
        """Repeated after a lost answer it is no conflict with itself."""
        states = [(kind, pack(dict(state))) for kind, state in sorted(tended.states.items())]
        stored = await scripts.commit_tended(
            self._link,
            self._keys,
            seen.conversation,
            seen=(seen.watermark, seen.summary_version),
            watermark=tended.watermark,
            who=_digest(states),
            states=states,
        )
        if not stored:
            raise MemoryConflict

    async def erase(self, conversation: ConversationId, numbers: Sequence[int]) -> None:
        for first in range(0, len(numbers), READ_AT_ONCE):
            some = numbers[first : first + READ_AT_ONCE]
            await scripts.erase_exchanges(self._link, self._keys, conversation, some)
        self._known.erased(conversation)

    async def replace(
        self, conversation: ConversationId, exchange: Exchange, derived: ChatMemory | None = None
    ) -> bool:
        replaced = await replace_exchange(
            self._link,
            self._keys,
            conversation,
            number=exchange.number,
            exchange=pack(exchange.to_json()),
            card=row_of(exchange),
            kept=None if derived is None else kept_of(derived),
        )
        self._known.erased(conversation)
        return replaced

    async def expire(self, conversation: ConversationId, oldest_kept: int) -> None:
        await scripts.expire_memory(self._link, self._keys, conversation, oldest_kept)
        self._known.erased(conversation)


def _digest(states: list[tuple[str, bytes]]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for kind, state in states:
        digest.update(pack(kind) + state)
    return digest.hexdigest()
