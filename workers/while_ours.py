"""A model that is asked only while a lease is ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workers.language_model import Answer, LanguageModel, OnText
from workers.prompt import PromptMessage
from workers.replier import StillOurs


@dataclass(frozen=True, slots=True)
class WhileOurs:
    """A model that is not asked once what it works on may be another worker's: a process that was
    frozen while it made the prompt may go on before it hears that its lease is over."""

    model: LanguageModel
    still_ours: StillOurs

    @property
    def name(self) -> str:
        return self.model.name

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        """Raises LeaseLost, and what the model raises."""
        self.still_ours()
        return await self.model.answer(prompt, on_text)
