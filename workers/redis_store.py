"""Memories on the server."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import structlog

from memory.conversation import BadExchange, ConversationId, Exchange
from memory.store import ChatMemory, MemoryConflict, Tended
from workers import scripts
from workers.keys import Keys
from workers.link import Link
from workers.packing import pack, unpack, unpack_ids

log = structlog.get_logger()


class RedisStore:
    """The MemoryStore port. Every call is one script, so that nobody sees half a change."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def load(self, conversation: ConversationId) -> ChatMemory:
        record = await scripts.load_memory(self._link, self._keys, conversation)
        return ChatMemory(
            conversation,
            exchanges=tuple(_exchanges(record)),
            last_number=int(record.meta.get("last", 0)),
            watermark=int(record.meta.get("watermark", 0)),
            summary_version=int(record.meta.get("version", 0)),
            states=_states(record),
        )

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

    async def expire(self, conversation: ConversationId, oldest_kept: int) -> None:
        await scripts.expire_memory(self._link, self._keys, conversation, oldest_kept)


def _exchanges(record: scripts.Record) -> Iterator[Exchange]:
    """One that cannot be read is left out: better to forget it than to fall silent for good."""
    for stored, reply_ids in record.exchanges:
        try:
            exchange = Exchange.from_json(unpack(stored))
        except BadExchange as error:
            log.warning("exchange unreadable", why=str(error))
            continue
        delivered = unpack_ids(reply_ids)
        yield replace(exchange, reply_ids=delivered) if delivered else exchange


def _states(record: scripts.Record) -> dict[str, dict[str, Any]]:
    """A state that cannot be read is as good as none: it is rebuilt from the log."""
    states = {kind: dict(unpack(stored)) for kind, stored in record.states.items()}
    return {kind: state for kind, state in states.items() if {"version", "state"} <= state.keys()}


def _digest(states: list[tuple[str, bytes]]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for kind, state in states:
        digest.update(pack(kind) + state)
    return digest.hexdigest()
