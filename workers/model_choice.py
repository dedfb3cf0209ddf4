"""One model out of several that a chat may choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workers.language_model import Answer, LanguageModel, OnText
from workers.prompt import PromptMessage


@dataclass(frozen=True)
class ChoosableModel:
    """Fulfils the language model's port as the deployment's own model. others: by their names."""

    own: LanguageModel
    others: Mapping[str, LanguageModel]

    @property
    def name(self) -> str:
        return self.own.name

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        return await self.own.answer(prompt, on_text)


def model_named(model: LanguageModel, name: str) -> LanguageModel:
    """The one of this name where there is a choice; any other name, and "", is the model's own."""
    return model.others.get(name, model.own) if isinstance(model, ChoosableModel) else model


def names_of(model: LanguageModel) -> tuple[str, ...]:
    """Those that may be chosen, the deployment's own first."""
    return (model.name, *(model.others if isinstance(model, ChoosableModel) else ()))
