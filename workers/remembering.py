"""One conversation kept and recalled without lanes: memory for programs that are not a bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Protocol
from zoneinfo import ZoneInfo

from memory.conversation import ConversationId, Exchange, Message
from memory.kind import Budget, MemoryOptions, Question
from memory.log import log_of
from memory.recall import recall
from memory.recipes import build_recipe, compares_embeddings
from memory.store import ChatMemory, DictStore, MemoryConflict, MemoryStore
from memory.vector_store import DictVectors, VectorStore
from workers.embedder import Embedder
from workers.embedding import EmbedExchanges
from workers.lanes import Tending
from workers.language_model import LanguageModel
from workers.local_tending import LocalTending
from workers.meaning import Meaning
from workers.prompt import Count, Part, PromptMessage, build_prompt, recall_budget
from workers.turn_options import TurnOptions, utc_now
from workers.unread import with_bodies
from workers.upkeep import TendMemory

COMMIT_TRIES = 20


class KeepsExchanges(MemoryStore, Protocol):
    """A store that exchanges can be appended to without a lane, with their vectors beside it.
    tending: which memories this process tends, and when one that failed is due again · home: the
    event loop that its connections belong to, None where it has none."""

    @property
    def vectors(self) -> VectorStore: ...
    @property
    def tending(self) -> Tending: ...
    @property
    def home(self) -> asyncio.AbstractEventLoop | None: ...

    async def add(self, conversation: ConversationId, exchange: Exchange) -> None:
        """Append the next exchange; raises MemoryConflict unless its number is the next one."""
        ...


class LocalStore(DictStore):
    """The plain store, for one process, all of whose threads may use it."""

    home = None

    def __init__(self) -> None:
        super().__init__()
        self.vectors = DictVectors(self)
        self.tending = LocalTending()
        self._adding = Lock()

    async def add(self, conversation: ConversationId, exchange: Exchange) -> None:
        with self._adding:
            self.append(conversation, exchange)


@dataclass(frozen=True, kw_only=True)
class Remembering:
    """A conversation and how it is remembered.

    count: text -> tokens · prompt_tokens: most that is recalled for one question · model: extends
    the summary, of recipes that keep one; without it what was said is shown as far as it fits ·
    embedder: for recipes that compare embeddings; without it recall goes by words ·
    question_s: how long a question may take to be embedded.
    """

    recipe: str
    conversation: ConversationId
    store: KeepsExchanges
    count: Count
    options: MemoryOptions = field(default_factory=MemoryOptions)
    prompt_tokens: int = 8000
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    model: LanguageModel | None = None
    embedder: Embedder | None = None
    question_s: float = 1.0
    now: Callable[[], datetime] = utc_now

    async def keep(self, messages: Sequence[Message]) -> None:
        """Append an exchange of these messages, then embed it and tend the memory. What fails in
        these is logged, changes nothing, and is tried again after a later exchange."""
        await self._append(messages, self.now())
        if self.embedder is not None and compares_embeddings(self.recipe):
            embed = EmbedExchanges(
                embedder=self.embedder, store=self.store, vectors=self.store.vectors
            )
            await embed.run(await self.memory())
        if self.model is not None:
            await self._tend(self.model)

    async def recalled(self, text: str) -> tuple[PromptMessage, ...]:
        """What a model is shown before the question `text`: the prompt's context, recent and
        recalled parts, in their order."""
        question = Question(text, self.now(), await self._said_last())
        memory, question = await self._with_meaning(await self.memory(), question)

        async def shown(memory: ChatMemory) -> tuple[PromptMessage, ...]:
            return await asyncio.to_thread(self._shown, memory, question)

        return await with_bodies(memory, shown, self.store.read)

    async def memory(self) -> ChatMemory:
        return await self.store.load(self.conversation)

    async def newest(self) -> Exchange | None:
        memory = await self.memory()
        last = log_of(memory.exchanges).numbers[-1:]
        there = log_of((await self.store.read(memory, last)).exchanges)
        return there[-1] if there else None

    async def forget(self) -> None:
        """Remove every exchange, and with them all that was derived from them."""
        memory = await self.memory()
        await self.store.expire(self.conversation, memory.last_number + 1)

    async def _said_last(self) -> str:
        newest = await self.newest()
        return newest.user if newest else ""

    async def _append(self, messages: Sequence[Message], at: datetime) -> None:
        for _ in range(COMMIT_TRIES):
            number = (await self.memory()).last_number + 1
            try:
                await self.store.add(self.conversation, Exchange(number, tuple(messages), at, at))
            except MemoryConflict:
                continue  # somebody else said something in between; ours comes after it
            return
        raise MemoryConflict

    async def _with_meaning(
        self, memory: ChatMemory, question: Question
    ) -> tuple[ChatMemory, Question]:
        if self.embedder is None:
            return memory, question
        meaning = Meaning(
            embedder=self.embedder, vectors=self.store.vectors, timeout_s=self.question_s
        )
        recipe = await asyncio.to_thread(build_recipe, self.recipe, self.options)
        budget = self._budget(question.text)
        return await meaning.added(memory, recipe, question, budget, self.store.read)

    def _shown(self, memory: ChatMemory, question: Question) -> tuple[PromptMessage, ...]:
        recipe = build_recipe(self.recipe, self.options)
        shown = recall(memory, recipe, question, self._budget(question.text))
        prompt = build_prompt("", shown, question, zone=self.zone)
        return tuple(m for m in prompt if m.part not in (Part.POLICY, Part.QUESTION))

    def _budget(self, text: str) -> Budget:
        return recall_budget(self.prompt_tokens, "", text, self.count)

    async def _tend(self, model: LanguageModel) -> None:
        tend = TendMemory(
            tending=self.store.tending,
            store=self.store,
            model=model,
            options=TurnOptions(recipe=self.recipe, memory=self.options),
            count=self.count,
        )
        await self.store.tending.ask_tending(self.conversation)
        for lease in await self.store.tending.lease_tending("here", 1):
            await tend.run(lease)
