"""What a process knows of the memories it read, so that the next read brings only what is new.

Exchanges never change once they are stored, but for the message ids of the newest one, which
come when its reply was delivered. Where room is short, bodies go before cards and states: bodies
are read again one by one, cards all together.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

import structlog

from memory.conversation import ConversationId, Exchange
from memory.log import log_of
from memory.remembered import forget_texts
from memory.store import ChatMemory
from workers.known_memory import Known, Stored, learned
from workers.read_logs import exchanges_of
from workers.scripts.reading import Entry, Record

log = structlog.get_logger()

MOST_BYTES = 64 << 20

MOST_CHATS = 10_000
"""Of so many it is known which conversation they are at; others are taken to be at their first."""


class KnownMemories:
    """Those read last, up to about `most_bytes`."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._known: OrderedDict[ConversationId, Known] = OrderedDict()
        self._with_bodies: OrderedDict[ConversationId, None] = OrderedDict()
        self._numbers: OrderedDict[str, int] = OrderedDict()
        self.bodies_bytes = 0
        self.kept_bytes = 0

    @property
    def conversations(self) -> int:
        return len(self._known)

    def current(self, chat: str) -> ConversationId:
        """Which conversation the chat was at when that was noted last."""
        return ConversationId(chat, self._numbers.get(chat, 1))

    def note_current(self, chat: str, number: int) -> None:
        self._numbers.pop(chat, None)
        if number != 1:
            self._numbers[chat] = number
        if len(self._numbers) > MOST_CHATS:
            self._numbers.popitem(last=False)

    def of(self, conversation: ConversationId) -> Known | None:
        return self._known.get(conversation)

    def learn(
        self,
        conversation: ConversationId,
        known: Known | None,
        record: Record,
        *,
        complete: bool = False,
    ) -> ChatMemory | None:
        """The memory, from what was `known` when `record` was asked for. None: ask again, knowing
        nothing, for the log is not a later one of the same any more, as after a failover; or, if
        nothing was known, have its cards mended (`complete`: they were)."""
        self._forget(conversation)
        if known is not None and record.count is not None:
            forget_texts()  # somebody, maybe elsewhere, erased or replaced some of it
        now = learned(conversation, known, record, complete=complete)
        if now is None:
            return None
        self._keep(conversation, now)
        if record.count:
            self._report(now)
        return now.memory

    def said(self, conversation: ConversationId, exchange: Exchange, stored: Stored) -> None:
        """This process appended the exchange to the log, and delivered its reply."""
        known = self._known.get(conversation)
        if known is not None and known.memory.last_number == exchange.number - 1:
            self._forget(conversation)
            self._keep(conversation, known.with_said(exchange, stored))

    def note_indexed(self, conversation: ConversationId, last: int) -> None:
        """An index up to this exchange is kept beside the log."""
        known = self.of(conversation)
        if known is not None:
            self._known[conversation] = replace(known, log=replace(known.log, indexed=last))

    def read(self, memory: ChatMemory, entries: Sequence[Entry]) -> None:
        """Note bodies of a memory's exchanges that were read later."""
        exchanges, known = log_of(memory.exchanges), self.of(memory.conversation)
        exchanges.read(exchanges_of(entries).values())
        if known is not None and known.log.exchanges.shares_bodies(exchanges):
            self._forget(memory.conversation)
            self._keep(memory.conversation, known.with_bodies(entries))

    def erased(self, conversation: ConversationId) -> None:
        """This process erased or replaced some of it."""
        self._forget(conversation)
        forget_texts()

    def _keep(self, conversation: ConversationId, known: Known) -> None:
        self._add(conversation, known)
        while self._with_bodies and self.bodies_bytes + self.kept_bytes > self._most_bytes:
            oldest, _ = self._with_bodies.popitem(last=False)
            self.bodies_bytes -= self._known[oldest].sizes.bodies
            self._known[oldest] = self._known[oldest].without_bodies()  # at its place in the order
        while self._known and self.kept_bytes > self._most_bytes:
            self._forget(next(iter(self._known)))

    def _add(self, conversation: ConversationId, known: Known) -> None:
        self._known[conversation] = known
        self.bodies_bytes += known.sizes.bodies
        self.kept_bytes += known.sizes.kept
        if known.sizes.bodies:
            self._with_bodies[conversation] = None

    def _forget(self, conversation: ConversationId) -> None:
        known = self._known.pop(conversation, None)
        self._with_bodies.pop(conversation, None)
        if known is not None:
            self.bodies_bytes -= known.sizes.bodies
            self.kept_bytes -= known.sizes.kept

    def _report(self, read: Known) -> None:
        """Of a memory that was read anew."""
        log.info(
            "memory read",
            exchanges=len(read.memory.exchanges),
            bytes=read.sizes.bodies + read.sizes.kept,
            known=len(self._known),
            known_bytes=self.bodies_bytes + self.kept_bytes,
        )
