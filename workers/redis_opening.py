"""Opens a leased lane on the server: its turns or its outbox, and the memory they need."""

from __future__ import annotations

from typing import NamedTuple

import structlog

from memory.store import ChatMemory
from workers import scripts
from workers.batching import Batching
from workers.jobs import NOTHING_CHOSEN, BadJob, ChatSettings, Notice, Outbox, Reply, Turn
from workers.keys import Keys
from workers.known_memories import KnownMemories
from workers.known_memory import Known, seen_of
from workers.lanes import Lease, LeaseLost, Opened
from workers.link import Link
from workers.packing import unpack, unpack_ids
from workers.scripts.batches import OPEN, Opening
from workers.scripts.reading import Content

log = structlog.get_logger()


class Asked(NamedTuple):
    """known: of the memory that is wanted, when it was asked for."""

    opening: Opening
    known: Known | None


class RedisOpening:
    """Reads the memory in the same call as the lane. Which conversation the chat is at, is only
    guessed from the last time; after a wrong guess the memory does not come along. known None:
    no memory is wanted."""

    def __init__(
        self, link: Link, keys: Keys, known: KnownMemories | None, *, most_turns: int
    ) -> None:
        self._link = link
        self._keys = keys
        self._known = known
        self._most_turns = most_turns
        self._open = Batching(OPEN, link, keys)

    async def open(self, lease: Lease) -> Opened:
        """Raises LeaseLost."""
        while True:
            asked = self.asked(lease.chat, lease.fence)
            content = await self._open.call(lease.chat, asked.opening)
            if content is None:
                raise LeaseLost
            opened = await self.opened(lease, asked, content)
            if opened is not None:
                return opened

    def asked(self, chat: str, fence: int = 0) -> Asked:
        if self._known is None:
            return Asked(Opening(chat, self._most_turns, fence=fence), None)
        wanted = self._known.current(chat)
        known = self._known.of(wanted)
        return Asked(Opening(chat, self._most_turns, wanted, seen_of(known), fence), known)

    async def opened(self, lease: Lease, asked: Asked, content: Content) -> Opened | None:
        """What came for what was asked for; None: the lane is to be opened again."""
        memory = self._learned(asked, content)
        turns = await self._readable(lease, content)
        if turns is None:
            return None
        outbox, settings = _outbox(content.outbox), settings_of(content.settings)
        if self._known is not None:
            self._known.note_current(lease.chat, settings.conversation)
        return Opened(turns, outbox, settings, memory, content.attempts)

    def _learned(self, asked: Asked, content: Content) -> ChatMemory | None:
        wanted, known = asked.opening.wanted, asked.known
        if known is not None and content.known:
            return known.memory
        if self._known is None or wanted is None or content.record is None:
            return None
        return self._known.learn(wanted, known, content.record)

    async def _readable(self, lease: Lease, content: Content) -> tuple[Turn, ...] | None:
        """The turns; None when one could not be read: it went to the dead letters, so that the
        lane goes on, and the lane is to be opened again."""
        turns = []
        for update_id, stored in content.turns:
            try:
                turns.append(Turn.from_json(unpack(stored)))
            except BadJob:
                log.warning("turn unreadable")
                await scripts.bury_unreadable(
                    self._link, self._keys, lease.chat, lease.fence, update_id
                )
                return None
        return tuple(turns)


def _outbox(fields: dict[str, bytes]) -> Outbox | None:
    if not fields:
        return None
    try:
        reply = Reply.from_json(unpack(fields["reply"]))
    except (BadJob, KeyError):
        log.warning("reply unreadable")
        reply = Reply(notice=Notice.FAILED)
    sent = {
        int(field.removeprefix("sent:")): unpack_ids(ids)
        for field, ids in fields.items()
        if field.startswith("sent:")
    }
    return Outbox(reply, sent)


def settings_of(fields: dict[str, bytes]) -> ChatSettings:
    """A chat's settings as they are stored."""
    if not fields:
        return NOTHING_CHOSEN
    conversation = fields.get("conversation", b"")
    return ChatSettings.from_stored(
        int(conversation) if conversation.isdigit() else 1,
        fields.get("recipe", b"").decode(),
        unpack(fields.get("more")),
    )
