"""What a turn's recall is given of embeddings: the question's, and the exchanges' that are kept."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import structlog

from memory.embedded import numbers_in
from memory.kind import Budget, Embedding, Question, State
from memory.recall import shows_all
from memory.recipes import Recipe
from memory.store import ChatMemory
from memory.vector_store import VectorStore
from workers.embedder import Embedder, question_in_time
from workers.leases import SERVER_TROUBLE
from workers.unread import Read, with_bodies

log = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """`timeout_s`: how long a question may take to be embedded; a late one is gone on without."""

    embedder: Embedder
    vectors: VectorStore
    timeout_s: float

    async def added(
        self, memory: ChatMemory, recipe: Recipe, question: Question, budget: Budget, read: Read
    ) -> tuple[ChatMemory, Question]:
        """The same with the vectors that the recipe's kinds compare, or just the same. Nothing is
        embedded for a recipe that does not ask for it, nor where nothing can be found: before
        there are vectors, and as long as the talk is shown as a whole."""
        kinds = [kind for kind in recipe.kinds if isinstance(kind, Embedding)]
        if not kinds or await self._shows_all(memory, recipe, question, budget, read):
            return memory, question
        state = await self._kept(memory)
        if not numbers_in(state, self.embedder.name):
            return memory, question
        vector = await question_in_time(self.embedder, question.text, self.timeout_s)
        if vector is None:
            return memory, question
        states = {kind.name: {"version": kind.version, "state": state} for kind in kinds}
        return (
            replace(memory, states={**memory.states, **states}),
            replace(question, vector=vector),
        )

    async def _shows_all(
        self, memory: ChatMemory, recipe: Recipe, question: Question, budget: Budget, read: Read
    ) -> bool:
        async def looked_at(memory: ChatMemory) -> bool:
            return await asyncio.to_thread(shows_all, memory, recipe, question, budget)

        return await with_bodies(memory, looked_at, read)

    async def _kept(self, memory: ChatMemory) -> State:
        try:
            return await self.vectors.load(memory.conversation)
        except SERVER_TROUBLE as error:
            log.warning("vectors not read", error=type(error).__name__)
            return {}
