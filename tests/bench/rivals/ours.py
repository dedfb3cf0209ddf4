"""Hafez over the bench's talks, through its own upkeep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from memory.conversation import ConversationId, pair
from memory.kind import Budget, MemoryOptions, Question
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory, DictStore
from memory.tending import needs_tending
from tests.bench.chain.summarizers import material_of
from tests.bench.peers.talks import Script, count, talk, values
from workers.language_model import Answer, ModelUnavailable, OnText
from workers.local_lanes import LocalLanes
from workers.prompt import PromptMessage
from workers.turn_options import TurnOptions
from workers.upkeep import TendMemory

HERE = ConversationId("rivals")
RECIPE = "summary"
BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
PROMPT_TOKENS = 8000
LONGEST_BACKOFF_S = 3601


class ScriptedModel:
    name = "scripted"

    def __init__(self, script: Script) -> None:
        self._script = script

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        whole = "\n".join(message.text for message in prompt)
        try:
            text = self._script.answer(whole, *material_of(prompt[-1].text))
        except (RuntimeError, TimeoutError):
            raise ModelUnavailable("down") from None
        await on_text(text)
        cut = self._script.failure == "truncated"
        return Answer(text, self.name, count(whole), count(text), cut)


async def remembered(language: str, failure: str, *, threshold: int, keep: int) -> dict[str, Any]:
    """What is left after the talk. A summary that fails is tried again a turn later."""
    store, script, now = DictStore(), Script(failure), 0.0
    lanes = LocalLanes(store, clock=lambda: now)
    options = MemoryOptions(threshold_tokens=threshold, keep_recent=keep // 2)
    tend = TendMemory(
        tending=lanes,
        store=store,
        model=ScriptedModel(script),
        options=TurnOptions(recipe=RECIPE, memory=options),
        count=count,
    )
    for number, (question, answer) in enumerate(talk(language), start=1):
        at = BEGAN + timedelta(minutes=number)
        store.append(HERE, pair(number, question, answer, at=at))
        if needs_tending(await store.load(HERE), RECIPE, options, count):
            await lanes.ask_tending(HERE)
        for lease in await lanes.lease_tending("bench", 1):
            await tend.run(lease)
        now += LONGEST_BACKOFF_S
    memory = await store.load(HERE)
    shown = _shown(memory, options)
    whole = "\n".join(shown)
    return {
        "values": sum(value in whole for value in values()),
        "kept": [*shown, *(exchange.user for exchange in memory.exchanges)],
        "calls": script.calls,
        "tokens": script.tokens,
    }


def _shown(memory: ChatMemory, options: MemoryOptions) -> list[str]:
    asked = Question("", BEGAN)
    found = recall(memory, build_recipe(RECIPE, options), asked, Budget(PROMPT_TOKENS, count))
    recent = (message.text for exchange in found.recent for message in exchange.messages)
    return [*(context.text for context in found.context), *recent]
