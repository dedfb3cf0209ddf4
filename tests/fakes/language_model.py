"""A language model that follows a script: first in, first out."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from workers.language_model import Answer, OnText
from workers.prompt import Part, PromptMessage


@dataclass
class Held:
    """An answer that shows `shown` (if any), says so by `reached`, and goes on with `text` only
    when it is let go."""

    text: str
    shown: str = ""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def closed(self) -> bool:
        """The stream was closed before its end."""
        return self.ended.is_set()

    async def play(self, on_text: OnText) -> str:
        try:
            if self.shown:
                await on_text(self.shown)
            self.reached.set()
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.ended.set()
            raise
        return self.text


class ScriptedModel:
    """Answers with the next of its script: a text, a `Held`, or an error to raise. When the
    script is over it echoes the question. Its prompts are kept, in the order of the calls."""

    name = "scripted"

    def __init__(self, *script: str | Exception | Held) -> None:
        self._script = deque(script)
        self.prompts: list[tuple[PromptMessage, ...]] = []
        self.at_once = 0
        self.most_at_once = 0

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        self.prompts.append(tuple(prompt))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            text = await self._next(prompt, on_text)
        finally:
            self.at_once -= 1
        return Answer(text, self.name, prompt_tokens=len(prompt), answer_tokens=len(text))

    async def _next(self, prompt: Sequence[PromptMessage], on_text: OnText) -> str:
        step = self._script.popleft() if self._script else f"echo: {prompt[-1].text}"
        if isinstance(step, Exception):
            raise step
        if isinstance(step, Held):
            return await step.play(on_text)
        await on_text(step)
        await asyncio.sleep(0)
        return step

    @property
    def questions(self) -> list[str]:
        return [
            message.text
            for prompt in self.prompts
            for message in prompt
            if message.part is Part.QUESTION
        ]
