"""Has the model extend a summary: everything it will cover, chunk by chunk, checked by code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import structlog

from memory.conversation import Exchange
from memory.facts.sentences import sentences_of
from memory.kind import NotLearned, State
from memory.store import ChatMemory, Tended
from memory.summary_cost import SummaryCost
from memory.tending import CHUNK_TOKENS, TendingPlan, finish, plan_tending
from workers.language_model import (
    Answer,
    ContextTooLong,
    LanguageModel,
    ModelRefused,
    ModelUnavailable,
)
from workers.prompt import instruction_prompt
from workers.turn_options import TurnOptions
from workers.unread import Read, with_bodies

log = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class ExtendSummary:
    """`read` reads the bodies of exchanges that a memory was loaded without."""

    model: LanguageModel
    options: TurnOptions
    count: Callable[[str], int]
    read: Read

    async def run(
        self, memory: ChatMemory, recipe: str, *, failed: int = 0, last_try: bool = False
    ) -> Tended | None:
        """What changes; None: nothing. Raises what went wrong with the model, and NotLearned;
        on the last try a digest made by code stands in. `failed`: tries before this one. Where
        the model finds the material too long, it is shown less at once."""
        for chunk_tokens in (CHUNK_TOKENS, CHUNK_TOKENS // 3):
            with suppress(ContextTooLong):
                return await _Extending(self, memory, recipe, failed, last_try, chunk_tokens).run()
        tokens = CHUNK_TOKENS // 9
        return await _Extending(self, memory, recipe, failed, last_try, tokens).run()


@dataclass
class _Extending:
    """One try."""

    by: ExtendSummary
    memory: ChatMemory
    recipe: str
    failed: int
    last_try: bool
    chunk_tokens: int
    cost: SummaryCost = field(default_factory=SummaryCost)

    async def run(self) -> Tended | None:
        plan = await with_bodies(self.memory, self._plan, self.by.read)
        if plan is None:
            return None
        self.cost = SummaryCost(refused=self.failed)
        state = plan.state
        try:
            for chunk in plan.chunks:
                state = await self._extended(plan, chunk, state)
        finally:
            log.info("summary asked for", calls=self.cost.calls, tokens=self.cost.tokens)

        async def finished(memory: ChatMemory) -> Tended:
            return await asyncio.to_thread(finish, memory, plan, state, self.cost)

        return await with_bodies(self.memory, finished, self.by.read)

    async def _plan(self, memory: ChatMemory) -> TendingPlan | None:
        options, count = self.by.options.memory, self.by.count
        return await asyncio.to_thread(
            plan_tending, memory, self.recipe, options, count, chunk_tokens=self.chunk_tokens
        )

    async def _extended(self, plan: TendingPlan, chunk: Sequence[Exchange], state: State) -> State:
        try:
            return await self._learned(plan, chunk, state)
        except (NotLearned, ModelUnavailable, ModelRefused, TimeoutError) as fault:
            if not self.last_try:
                raise
            log.warning("summary made by code", reason=type(fault).__name__)
            self.cost += SummaryCost(refused=1, digests=1)
            return await asyncio.to_thread(plan.kind.digested, chunk, state, plan.budget)

    async def _learned(self, plan: TendingPlan, chunk: Sequence[Exchange], state: State) -> State:
        instruction = await asyncio.to_thread(plan.kind.question, chunk, state)
        if instruction is None:
            return state
        prompt = instruction_prompt(instruction, plan.kind.name)
        async with asyncio.timeout(self.by.options.turn_timeout_s):
            answer = await self.by.model.answer(prompt, _unseen)
        self.cost += SummaryCost(calls=1, tokens=answer.prompt_tokens + answer.answer_tokens)
        return await asyncio.to_thread(
            plan.kind.learn, chunk, state, _finished(answer), plan.budget
        )


def _finished(answer: Answer) -> str:
    """The answer; of one that was cut off, its whole sentences."""
    if not answer.cut:
        return answer.text
    bounds = sentences_of(answer.text, ()).bounds
    return answer.text[: bounds[-1]] if bounds else ""


async def _unseen(_text: str) -> None:
    """Nobody watches a summary stream."""
