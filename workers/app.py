"""Builds a worker out of its parts."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Literal, Protocol
from zoneinfo import ZoneInfo

from pydantic import SecretStr

from memory.facts.extract import extract
from memory.kind import MemoryOptions
from memory.recipes import UnknownRecipe, build_recipe
from memory.store import ChatMemory, MemoryStore
from memory.tending import needs_tending
from memory.vector_store import VectorStore
from workers.audit import Audit, LostWork
from workers.chosen_embedder import EmbeddingSettings
from workers.embedder import Embedder
from workers.embedding import EmbedExchanges
from workers.lanes import ChatChoices, DeadLetters, Lanes, LeasedLane, Tending
from workers.language_model import LanguageModel
from workers.limit_settings import LimitSettings, limits_of
from workers.limits import Accounts
from workers.meaning import Meaning
from workers.metering import Meter
from workers.model_choice import ChoosableModel, names_of
from workers.replier import Replier
from workers.starting import CannotStart
from workers.tokens import TokenCounter
from workers.turn import AnswerTurn
from workers.turn_options import TurnOptions
from workers.upkeep import TendMemory, Upkeep
from workers.worker import Worker


class RecipeRefused(CannotStart):
    """HAFEZ_RECIPE names a kind that is not there or cannot be used."""


class ModelSettings(Protocol):
    """What is wanted of the settings to build a language model."""

    @property
    def openai_api_key(self) -> SecretStr | None: ...
    @property
    def openai_base_url(self) -> str | None: ...
    @property
    def openai_model(self) -> str | None: ...
    @property
    def openai_models(self) -> tuple[str, ...]: ...
    @property
    def openai_summary_model(self) -> str | None: ...
    @property
    def openai_temperature(self) -> float | None: ...
    @property
    def model_timeout_s(self) -> float: ...
    @property
    def timezone(self) -> str: ...


class WorkerSettings(ModelSettings, EmbeddingSettings, LimitSettings, Protocol):
    """What is wanted of the settings to build a worker; times are seconds."""

    @property
    def recipe(self) -> str: ...
    @property
    def window_pairs(self) -> int: ...
    @property
    def recalled(self) -> int: ...
    @property
    def threshold_tokens(self) -> int: ...
    @property
    def keep_recent(self) -> int: ...
    @property
    def summary_rule(self) -> Literal["threshold", "bayes"]: ...
    @property
    def summary_tokens(self) -> int: ...
    @property
    def facts_tokens(self) -> int: ...
    @property
    def prompt_tokens(self) -> int: ...
    @property
    def concurrency(self) -> int: ...
    @property
    def turn_timeout_s(self) -> float: ...
    @property
    def lease_s(self) -> float: ...
    @property
    def drain_s(self) -> float: ...
    @property
    def max_attempts(self) -> int: ...
    @property
    def policy(self) -> str: ...
    @property
    def retention_days(self) -> int | None: ...


@asynccontextmanager
async def open_model(
    settings: ModelSettings, count: Callable[[str], int]
) -> AsyncIterator[LanguageModel]:
    """The model the settings name, with those that chats may choose instead; without any, the
    offline responder."""
    if settings.openai_model is None:
        from workers.offline_model import OfflineModel  # noqa: PLC0415  # langchain is heavy

        yield OfflineModel(count=count, zone=ZoneInfo(settings.timezone))
        return
    async with AsyncExitStack() as stack:
        own, *others = [
            (name, await stack.enter_async_context(_openai_model(settings, name, count)))
            for name in dict.fromkeys((settings.openai_model, *settings.openai_models))
        ]
        yield ChoosableModel(own[1], dict(others)) if others else own[1]


@asynccontextmanager
async def open_summarizer(
    settings: ModelSettings, count: Callable[[str], int]
) -> AsyncIterator[LanguageModel | None]:
    """The model that writes summaries; None where it is the one that answers."""
    if settings.openai_model is None or settings.openai_summary_model is None:
        yield None
        return
    async with _openai_model(settings, settings.openai_summary_model, count) as model:
        yield model


@asynccontextmanager
async def _openai_model(
    settings: ModelSettings, name: str, count: Callable[[str], int]
) -> AsyncIterator[LanguageModel]:
    from workers.openai_model import OpenAIModel  # noqa: PLC0415  # loaded only where it is used

    key = settings.openai_api_key
    model = OpenAIModel(
        model=name,
        api_key=key.get_secret_value() if key else None,
        base_url=settings.openai_base_url,
        temperature=settings.openai_temperature,
        timeout_s=settings.model_timeout_s,
        count=count,
    )
    async with model:
        yield model


async def warm_up(settings: WorkerSettings, tokens: TokenCounter) -> None:
    """Load, off the event loop, what the first turn would otherwise wait for by seconds: token
    ranks, the default recipe's libraries, the words that facts are found by. Raises
    RecipeRefused."""
    recipe = asyncio.to_thread(load_recipe, settings)
    await asyncio.gather(tokens.load(), recipe, asyncio.to_thread(extract, "5 EUR"))


def load_recipe(settings: WorkerSettings) -> None:
    """Load the default recipe's kinds. Raises RecipeRefused."""
    try:
        build_recipe(settings.recipe, memory_options(settings))
    except UnknownRecipe as refused:
        raise RecipeRefused(f"HAFEZ_RECIPE: {refused}") from None


def memory_options(settings: WorkerSettings) -> MemoryOptions:
    return MemoryOptions(
        window_pairs=settings.window_pairs,
        recalled=settings.recalled,
        threshold_tokens=settings.threshold_tokens,
        keep_recent=settings.keep_recent,
        summary_rule=settings.summary_rule,
        summary_tokens=settings.summary_tokens,
        facts_tokens=settings.facts_tokens,
    )


def turn_options(settings: WorkerSettings) -> TurnOptions:
    return TurnOptions(
        policy=settings.policy,
        recipe=settings.recipe,
        memory=memory_options(settings),
        zone=ZoneInfo(settings.timezone),
        prompt_tokens=settings.prompt_tokens,
        turn_timeout_s=settings.turn_timeout_s,
        max_attempts=settings.max_attempts,
        retention_days=settings.retention_days,
    )


def build_worker(
    settings: WorkerSettings,
    *,
    lanes: Lanes,
    lane: LeasedLane,
    tending: Tending,
    choices: ChatChoices,
    store: MemoryStore,
    replier: Replier,
    model: LanguageModel,
    count: Callable[[str], int],
    lost: LostWork | None = None,
    vectors: VectorStore,
    embedder: Embedder | None = None,
    summarizer: LanguageModel | None = None,
    dead: DeadLetters | None = None,
    accounts: Accounts | None = None,
) -> Worker:
    """A worker over these parts; its name tells this process from every other. Without `lost`,
    which lanes inside one process do not need, nothing is audited; without `accounts` nobody is
    charged; without `embedder` recall goes by words alone; without `summarizer` the model writes
    the summaries too."""
    options = replace(turn_options(settings), embeds=embedder is not None, models=names_of(model))
    name = f"{socket.gethostname()}:{os.getpid()}"
    meter = None if accounts is None else _meter(settings, accounts, count)
    turn = AnswerTurn(
        lane=lane,
        store=store,
        model=model,
        replier=replier,
        options=options,
        count=count,
        dead=dead,
        meter=meter,
        meaning=None if embedder is None else _meaning(settings, embedder, vectors),
    )
    tend = TendMemory(
        tending=tending,
        store=store,
        model=model,
        options=options,
        count=count,
        choices=choices,
        meter=meter,
        summarizer=summarizer,
        embed=None
        if embedder is None
        else EmbedExchanges(embedder=embedder, store=store, vectors=vectors),
        lease_s=settings.lease_s,
    )
    return Worker(
        lanes=lanes,
        turn=turn,
        upkeep=Upkeep(tending=tending, tend=tend, name=name),
        name=name,
        audit=None if lost is None else _audit(options, lost, store, count=count, name=name),
        concurrency=settings.concurrency,
        lease_s=settings.lease_s,
        drain_s=settings.drain_s,
    )


def _meaning(settings: WorkerSettings, embedder: Embedder, vectors: VectorStore) -> Meaning:
    return Meaning(embedder=embedder, vectors=vectors, timeout_s=settings.embedding_timeout_s)


def _meter(settings: WorkerSettings, accounts: Accounts, count: Callable[[str], int]) -> Meter:
    limits = limits_of(settings)
    return Meter(accounts=accounts, limits=limits, count=count, hold_s=settings.turn_timeout_s)


def _audit(
    options: TurnOptions,
    lost: LostWork,
    store: MemoryStore,
    *,
    count: Callable[[str], int],
    name: str,
) -> Audit:
    def overdue(memory: ChatMemory, recipe: str) -> bool:
        return needs_tending(memory, recipe or options.recipe, options.memory, count)

    return Audit(
        lost=lost,
        store=store,
        overdue=overdue,
        threshold_tokens=options.memory.threshold_tokens,
        name=name,
    )
