"""Tends memories beside the lanes: removes what is too old, and lets the model extend summaries.

A memory is only changed by a finished result that passed its checks; whatever goes wrong before
changes nothing and is tried again later.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog

from memory.kept_states import kept_states
from memory.kind import NotLearned
from memory.recipes import compares_embeddings
from memory.store import ChatMemory, MemoryStore, Tended
from workers.embedding import EmbedExchanges
from workers.held_tending import HeldTending
from workers.jobs import ChatSettings
from workers.lanes import ChatChoices, LeaseLost, Tending, TendingLease
from workers.language_model import LanguageModel, ModelUnavailable
from workers.leases import SERVER_TROUBLE, Clock
from workers.metering import Meter
from workers.retention import expired_before
from workers.retries import Random, tending_backoff_ms
from workers.summarizing import ExtendSummary
from workers.telemetry import where
from workers.turn_options import TurnOptions, utc_now
from workers.unread import with_bodies
from workers.while_ours import WhileOurs

log = structlog.get_logger()

MAX_ATTEMPTS = 8
"""After so many failures the next turn of the chat asks for it again."""
DIGEST_AFTER = 4
"""After so many failures a digest made by code stands in for the model's summary."""


class Upkeep:
    """Tends up to `slots` memories at once, for a worker."""

    def __init__(self, *, tending: Tending, tend: TendMemory, name: str, slots: int = 4) -> None:
        self._tending = tending
        self._tend = tend
        self._name = name
        self._slots = slots
        self._busy = 0
        self._look = asyncio.Event()

    def wake(self) -> None:
        self._look.set()

    async def run(self) -> None:
        """Goes on until it is cancelled; without work it sleeps."""
        async with asyncio.TaskGroup() as group:
            while True:
                await self._look.wait()
                self._look.clear()
                since = self._tend.clock()
                for lease in await self._lease():
                    self._busy += 1
                    group.create_task(self._work(lease, since))

    async def _lease(self) -> tuple[TendingLease, ...]:
        free = self._slots - self._busy
        if free <= 0:
            return ()
        try:
            return await self._tending.lease_tending(self._name, free)
        except SERVER_TROUBLE as error:
            log.warning("server not reached", error=type(error).__name__)
            return ()

    async def _work(self, lease: TendingLease, since: float) -> None:
        try:
            await self._tend.run(lease, since)
        except Exception as error:  # noqa: BLE001  # one memory's fault never ends the worker
            log.warning("tending crashed", error=where(type(error), error.__traceback__))
        finally:
            self._busy -= 1
            self._look.set()


@dataclass(frozen=True, kw_only=True)
class TendMemory:
    """Tends one memory, by its chat's recipe. `lease_s` is how long a tending lease lasts; it is
    renewed while the model works. `count` tells a text's tokens. Without `choices` every chat
    has the default recipe, without `embed` nothing is embedded, without `meter` nobody is
    charged; without `summarizer` the chats' own model writes the summaries."""

    tending: Tending
    store: MemoryStore
    model: LanguageModel
    options: TurnOptions
    count: Callable[[str], int]
    choices: ChatChoices | None = None
    embed: EmbedExchanges | None = None
    meter: Meter | None = None
    summarizer: LanguageModel | None = None
    lease_s: float = 15.0
    random: Random = random.random
    now: Callable[[], datetime] = utc_now
    clock: Clock = time.monotonic

    async def run(self, lease: TendingLease, since: float | None = None) -> None:
        """Tend, then say when it is wanted again. A lost lease ends it without a word; being
        cancelled gives it back. `since`: when it was asked for, by `clock`; None: just now."""
        since = self.clock() if since is None else since
        held = HeldTending(self.tending, lease, self.lease_s, since=since, clock=self.clock)
        try:
            async with asyncio.TaskGroup() as group:
                beating = group.create_task(held.keep())
                retry_in_ms = await self._tried(held)
                beating.cancel()
        except asyncio.CancelledError:
            await self._finish(lease, 0)
            raise
        if not held.lost:
            await self._finish(lease, retry_in_ms)

    async def _finish(self, lease: TendingLease, retry_in_ms: int | None) -> None:
        """If the server cannot be reached now, the lease runs out and the memory is tended
        again."""
        try:
            await self.tending.finish_tending(lease, retry_in_ms)
        except SERVER_TROUBLE as error:
            log.warning("tending not finished", error=type(error).__name__)

    async def _tried(self, held: HeldTending) -> int | None:
        """In how many milliseconds it is to be tried again; None: not before somebody asks. One
        that was begun too often most likely ends its workers."""
        lease = held.lease
        if lease.attempts >= MAX_ATTEMPTS:
            log.warning("memory not tended", reason="begun_too_often", retry_in_ms=None)
            return None
        try:
            async with held.while_ours():
                await self._tend(held)
        except LeaseLost:
            held.lose()
        except Exception as error:  # noqa: BLE001  # edge of a job; its text may quote the user
            last = lease.attempts + 1 >= MAX_ATTEMPTS
            wait_ms = None if last else tending_backoff_ms(lease.attempts, random=self.random)
            log.warning("memory not tended", reason=_code(error), retry_in_ms=wait_ms)
            return wait_ms
        return None

    async def _tend(self, held: HeldTending) -> None:
        lease, conversation = held.lease, held.lease.conversation
        memory = await self._without_expired(await self.store.load(conversation))
        await self.store.keep_index(conversation)
        recipe = await self._recipe(conversation.chat)
        if self.embed is not None and compares_embeddings(recipe):
            await self.embed.run(memory, held.still_ours)
        summary = ExtendSummary(
            model=self._charging(held),
            options=self.options,
            count=self.count,
            read=self.store.read,
        )
        tended = await summary.run(
            memory, recipe, failed=lease.attempts, last_try=lease.attempts >= DIGEST_AFTER
        )
        tended = tended or await self._states(memory, recipe)
        if tended is None:
            return
        held.still_ours()
        await self.store.commit_tended(memory, tended)
        log.info("memory tended", exchanges=tended.watermark - memory.watermark)

    async def _states(self, memory: ChatMemory, recipe: str) -> Tended | None:
        async def kept(memory: ChatMemory) -> Tended | None:
            return await asyncio.to_thread(kept_states, memory, recipe, self.options.memory)

        return await with_bodies(memory, kept, self.store.read)

    def _charging(self, held: HeldTending) -> LanguageModel:
        model = WhileOurs(self.summarizer or self.model, held.still_ours)
        if self.meter is None:
            return model
        return self.meter.for_summary(model, held.lease.conversation.chat)

    async def _recipe(self, chat: str) -> str:
        chosen = await self.choices.settings_of(chat) if self.choices else ChatSettings()
        return chosen.recipe or self.options.recipe

    async def _without_expired(self, memory: ChatMemory) -> ChatMemory:
        oldest = expired_before(memory, self.options.retention_days, self.now())
        if oldest is None:
            return memory
        await self.store.expire(memory.conversation, oldest)
        kept = await self.store.load(memory.conversation)
        log.info("memory expired", exchanges=len(memory.exchanges) - len(kept.exchanges))
        return kept


def _code(error: Exception) -> str:
    """What went wrong, in a word that holds nothing of what users wrote."""
    if isinstance(error, NotLearned):
        return f"not_learned:{error}"
    if isinstance(error, ModelUnavailable):
        return f"model_unavailable:{error.reason}"
    return where(type(error), error.__traceback__)
