"""The face for LangChain: memories and chat histories over any recipe and any store.

langchain-core 1.8 has no base class of memories any more. RecipeMemory has the methods of the
classic ones, so that what takes such a memory takes this one. It is the house's one exception to
"async once": LangChain calls either way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import get_buffer_string

from memory.conversation import ConversationId, Message
from memory.kind import MemoryOptions
from memory.recipes import DEFAULT_RECIPE, build_recipe
from workers.chat_model import ChatModel
from workers.langchain_embedder import LangChainEmbedder
from workers.langchain_history import RecipeHistory
from workers.langchain_messages import as_messages, text_of
from workers.remembering import KeepsExchanges, LocalStore, Remembering
from workers.sync_calls import SyncCalls
from workers.tokens import TokenCounter

NOT_ASKED = frozenset({"stop"})
"""What chains pass along with the input, and what is no part of it."""


class RecipeMemory:
    """A memory with the methods of LangChain's classic ones; what is kept and shown is the
    recipe's business.

    memory_key: the variable that it fills · return_messages: with messages, else with one text ·
    input_key, output_key: what of a chain's inputs and outputs was said; wanted where there are
    several.
    """

    def __init__(
        self,
        remembering: Remembering,
        *,
        memory_key: str = "history",
        return_messages: bool = False,
        input_key: str | None = None,
        output_key: str | None = None,
        human_prefix: str = "Human",
        ai_prefix: str = "AI",
        calls: SyncCalls | None = None,
    ) -> None:
        self.remembering = remembering
        self.memory_key = memory_key
        self.return_messages = return_messages
        self.input_key = input_key
        self.output_key = output_key
        self.human_prefix = human_prefix
        self.ai_prefix = ai_prefix
        self._calls = calls or SyncCalls()

    @property
    def memory_variables(self) -> list[str]:
        return [self.memory_key]

    async def aload_memory_variables(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """What is remembered, as far as it bears on the input; without one the newest."""
        asked = {name: value for name, value in inputs.items() if self._is_said(name)}
        text = self._only(asked, self.input_key, "input") if asked else ""
        messages = as_messages(await self.remembering.recalled(text))
        if self.return_messages:
            return {self.memory_key: messages}
        return {self.memory_key: get_buffer_string(messages, self.human_prefix, self.ai_prefix)}

    async def asave_context(self, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> None:
        """Keep an exchange: the chain's input and its output."""
        said = {name: value for name, value in inputs.items() if self._is_said(name)}
        user = self._only(said, self.input_key, "input")
        assistant = self._only(outputs, self.output_key, "output")
        await self.remembering.keep((Message("user", user), Message("assistant", assistant)))

    async def aclear(self) -> None:
        """Forget everything: exchanges, summary, facts and embeddings."""
        await self.remembering.forget()

    def load_memory_variables(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        return self._calls.run(self.aload_memory_variables(inputs))

    def save_context(self, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> None:
        self._calls.run(self.asave_context(inputs, outputs))

    def clear(self) -> None:
        self._calls.run(self.aclear())

    def _is_said(self, name: str) -> bool:
        return name != self.memory_key and name not in NOT_ASKED

    @staticmethod
    def _only(values: Mapping[str, Any], key: str | None, what: str) -> str:
        """The value of `key`, else of the only key, else of the one called like `what`. Raises
        ValueError naming the keys there are."""
        name = key or (next(iter(values)) if len(values) == 1 else what)
        if name not in values:
            there = ", ".join(map(str, values)) or "none"
            raise ValueError(f"{what}_key is wanted: which of these was said? ({there})")
        return text_of(values[name])


def memory_for(
    recipe: str = DEFAULT_RECIPE,
    *,
    session: str = "here",
    store: KeepsExchanges | None = None,
    chat_model: BaseChatModel | None = None,
    embeddings: tuple[str, Embeddings] | None = None,
    options: MemoryOptions | None = None,
    prompt_tokens: int = 8000,
    memory_key: str = "history",
    return_messages: bool = False,
    input_key: str | None = None,
    output_key: str | None = None,
) -> RecipeMemory:
    """A memory of one session by a recipe (one of memory.recipes.RECIPES, or kinds divided by
    commas). Raises UnknownRecipe.

    store: None keeps it in this process; server_store.open_store keeps it on a server · chat_model:
    extends the summary; without one the recipe shows what was said as far as it fits · embeddings:
    a model and its name, since vectors of two models cannot be compared; for the recipes that
    compare embeddings (full, knn, vectors) · options: the kinds' numbers · prompt_tokens: most
    that is recalled. The others are RecipeMemory's.
    """
    store = store or LocalStore()
    remembering = _remembering(
        recipe=recipe,
        session=session,
        store=store,
        chat_model=chat_model,
        embeddings=embeddings,
        options=options or MemoryOptions(),
        prompt_tokens=prompt_tokens,
    )
    return RecipeMemory(
        remembering,
        memory_key=memory_key,
        return_messages=return_messages,
        input_key=input_key,
        output_key=output_key,
        calls=SyncCalls(store.home),
    )


def history_for(
    recipe: str = DEFAULT_RECIPE,
    *,
    session: str,
    store: KeepsExchanges,
    chat_model: BaseChatModel | None = None,
    embeddings: tuple[str, Embeddings] | None = None,
    options: MemoryOptions | None = None,
    prompt_tokens: int = 8000,
) -> RecipeHistory:
    """A session's history for a runnable, which asks for it anew at every call; so the store is
    given, and every session finds its own in it. The others are as in memory_for."""
    remembering = _remembering(
        recipe=recipe,
        session=session,
        store=store,
        chat_model=chat_model,
        embeddings=embeddings,
        options=options or MemoryOptions(),
        prompt_tokens=prompt_tokens,
    )
    return RecipeHistory(remembering, calls=SyncCalls(store.home))


def _remembering(
    *,
    recipe: str,
    session: str,
    store: KeepsExchanges,
    chat_model: BaseChatModel | None,
    embeddings: tuple[str, Embeddings] | None,
    options: MemoryOptions,
    prompt_tokens: int,
) -> Remembering:
    build_recipe(recipe, options)  # a wrong name is told at once
    count = TokenCounter(None).count
    embedder = LangChainEmbedder(*embeddings) if embeddings else None
    return Remembering(
        recipe=recipe,
        conversation=ConversationId(session),
        store=store,
        options=options,
        prompt_tokens=prompt_tokens,
        count=count,
        model=ChatModel(chat_model, count) if chat_model else None,
        embedder=embedder,
    )
