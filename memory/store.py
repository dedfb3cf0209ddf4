"""Where memories are kept: the port, what is loaded for a turn, and a plain dict version."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from memory.cards import Cards
from memory.conversation import ConversationId, Exchange
from memory.kind import State
from memory.log import Log, log_of
from memory.remembered import forget_texts


class MemoryConflict(Exception):
    """Somebody else committed first; nothing was changed. Load again and decide anew."""


@dataclass(frozen=True, slots=True)
class ChatMemory:
    """Everything remembered of one conversation.

    exchanges: the log, oldest first, numbers strictly growing; bodies may be unread
    (memory/log.py) · last_number: the highest number
    ever given out here, 0 for none, removed exchanges included; the next exchange is the one
    after it · watermark: number of the last exchange the summary covers, 0 for none ·
    summary_version: grows by one with every commit of tended memory · states: kind name ->
    {"version": int, "state": the kind's State, and, where it was noted, "absorbed": number of the
    last exchange in it}.
    """

    conversation: ConversationId
    exchanges: Sequence[Exchange] = ()
    last_number: int = 0
    watermark: int = 0
    summary_version: int = 0
    states: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def state_of(self, name: str, version: int) -> State | None:
        """The kind's stored state, or None when there is none of this version."""
        stored = self.states.get(name)
        if stored is None or stored.get("version") != version:
            return None
        state: State = stored["state"]
        return state

    def absorbed_by(self, name: str) -> int | None:
        """Number of the last exchange in the kind's stored state; None where nobody noted it."""
        number = self.states.get(name, {}).get("absorbed")
        return number if type(number) is int else None

    def covered_by(self, name: str, version: int) -> int:
        """Number of the last exchange that this kind's summary really covers.

        0 without one that can be read (none, or of another version) and for a watermark past
        the last exchange, which only damage leaves behind: then everything is shown again.
        """
        if self.state_of(name, version) is None:
            return 0
        last = log_of(self.exchanges).numbers[-1] if self.exchanges else self.last_number
        return self.watermark if self.watermark <= last else 0


@dataclass(frozen=True, slots=True)
class Tended:
    """The result of tending a memory: the new watermark and the states that changed
    (same shape as ChatMemory.states)."""

    watermark: int
    states: Mapping[str, Mapping[str, Any]]


class MemoryStore(Protocol):
    """Keeps conversations. Exchanges are appended by the lane's commit, in the same step that
    takes the turn off the lane; everything else goes through here."""

    async def load(self, conversation: ConversationId) -> ChatMemory:
        """The conversation's memory; an unknown conversation is an empty one. Of a long log only
        the newest bodies may have been read."""
        ...

    async def read(self, memory: ChatMemory, numbers: Sequence[int]) -> ChatMemory:
        """The memory with the bodies of these exchanges read. Those that are gone by now, or
        cannot be read, are left out of its log."""
        ...

    async def commit_tended(self, seen: ChatMemory, tended: Tended) -> None:
        """Store `tended` if watermark and summary_version are still those of `seen`;
        raises MemoryConflict otherwise. New exchanges in between are no conflict."""
        ...

    async def keep_index(self, conversation: ConversationId) -> None:
        """Keep the search index of a conversation that was just loaded, if its log is long and
        has grown enough since this was done last, so that the next who loads it has it. Without
        it the index is made of the log again."""
        ...

    async def erase(self, conversation: ConversationId, numbers: Sequence[int]) -> None:
        """Remove these exchanges and all that was derived from the log, as `expire` does."""
        ...

    async def replace(
        self, conversation: ConversationId, exchange: Exchange, derived: ChatMemory | None = None
    ) -> bool:
        """Put this exchange in the place of the one with its number, and remove what was derived
        from the log, as `erase` does, but for the watermark and the states of `derived`: those of
        the memory as it was read that know nothing of the exchange. They go too when others were
        stored since. False where there is no such exchange any more."""
        ...

    async def expire(self, conversation: ConversationId, oldest_kept: int) -> None:
        """Remove the exchanges numbered below `oldest_kept` and, if any was removed, all that
        was derived from the log (watermark 0, no states); it is rebuilt from what is left.
        Numbers are never given out again."""
        ...


class DictStore:
    """The plain version, for one process; keeps the same promises as the Redis one."""

    def __init__(self) -> None:
        self._memories: dict[ConversationId, ChatMemory] = {}

    async def load(self, conversation: ConversationId) -> ChatMemory:
        return self._memories.get(conversation, ChatMemory(conversation))

    async def commit_tended(self, seen: ChatMemory, tended: Tended) -> None:
        now = await self.load(seen.conversation)
        if (now.watermark, now.summary_version) != (seen.watermark, seen.summary_version):
            raise MemoryConflict
        self._memories[seen.conversation] = replace(
            now,
            watermark=tended.watermark,
            summary_version=now.summary_version + 1,
            states={**now.states, **tended.states},
        )

    async def read(self, memory: ChatMemory, numbers: Sequence[int]) -> ChatMemory:
        """All of them are read."""
        return memory

    async def keep_index(self, conversation: ConversationId) -> None:
        """It grows with the log."""

    async def erase(self, conversation: ConversationId, numbers: Sequence[int]) -> None:
        await self._keep(conversation, lambda number: number not in numbers)

    async def replace(
        self, conversation: ConversationId, exchange: Exchange, derived: ChatMemory | None = None
    ) -> bool:
        now = await self.load(conversation)
        if not log_of(now.exchanges).holds(exchange.number):
            return False
        others = (e if e.number != exchange.number else exchange for e in now.exchanges)
        anew = _made_anew(now, others)
        if derived is not None and derived.summary_version == now.summary_version:
            anew = replace(anew, watermark=derived.watermark, states=derived.states)
        self._memories[conversation] = anew
        forget_texts()
        return True

    async def expire(self, conversation: ConversationId, oldest_kept: int) -> None:
        await self._keep(conversation, lambda number: number >= oldest_kept)

    async def _keep(self, conversation: ConversationId, wanted: Callable[[int], bool]) -> None:
        now = await self.load(conversation)
        kept = tuple(e for e in now.exchanges if wanted(e.number))
        if len(kept) < len(now.exchanges):
            self._memories[conversation] = _made_anew(now, kept)
            forget_texts()

    def append(self, conversation: ConversationId, exchange: Exchange) -> None:
        """Add the next exchange; raises MemoryConflict unless its number is the next one."""
        now = self._memories.get(conversation, ChatMemory(conversation, _log(())))
        if exchange.number != now.last_number + 1:
            raise MemoryConflict
        self._memories[conversation] = replace(
            now, exchanges=log_of(now.exchanges).with_next(exchange), last_number=exchange.number
        )

    def set_reply_ids(
        self, conversation: ConversationId, number: int, reply_ids: tuple[int, ...]
    ) -> None:
        """Note the Telegram ids under which an exchange's reply was delivered."""
        log = log_of(self._memories.get(conversation, ChatMemory(conversation)).exchanges)
        if log.holds(number):
            log.read(each.delivered_as(reply_ids) for each in log.bodies([number]))


def _made_anew(memory: ChatMemory, exchanges: Iterable[Exchange]) -> ChatMemory:
    """With these exchanges and nothing that was derived from others."""
    return replace(
        memory,
        exchanges=_log(exchanges),
        watermark=0,
        summary_version=memory.summary_version + 1,
        states={},
    )


def _log(exchanges: Iterable[Exchange]) -> Log:
    log = Log([], {}, Cards())
    for exchange in exchanges:
        log = log.with_next(exchange)
    return log
