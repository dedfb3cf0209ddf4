"""Asks the model: what is asked, the prompt that fits, and what was said before a stop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

import structlog

from memory.conversation import ConversationId, Sender
from memory.kind import Budget, Question
from memory.last_recall import kept_recall
from memory.questions import question_of
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory
from workers.business import host_of
from workers.jobs import Turn
from workers.joining import texts_of
from workers.language_model import (
    Answer,
    ContextTooLong,
    LanguageModel,
    ModelUnavailable,
    OnText,
)
from workers.leases import Held
from workers.meaning import Meaning
from workers.metering import Meter
from workers.model_choice import model_named
from workers.prompt import PromptMessage, build_prompt, recall_budget, with_persona
from workers.quoted import Quoted
from workers.quoting import quoted_text, with_quoted
from workers.replier import Draft, Replier
from workers.turn_options import TurnOptions
from workers.unread import Read, with_bodies
from workers.visible import blank
from workers.while_ours import WhileOurs

log = structlog.get_logger()

SHARES = (1, 2, 4)
"""A prompt that the model finds too long is tried with these parts of the budget, at last with
no memory at all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What one answer is for: the turns it answers, in the order in which they were written, in
    which conversation, the recipe to remember by, the chat's persona and the name of the model
    that it chose, "" for the deployment's own."""

    turns: tuple[Turn, ...]
    conversation: ConversationId
    recipe: str
    persona: str = ""
    model: str = ""

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def texts(self) -> tuple[str, ...]:
        return texts_of(self.turns)

    @property
    def at(self) -> datetime:
        return self.turns[0].sent_at

    @property
    def sender(self) -> Sender:
        return self.turns[0].sender

    @property
    def language(self) -> str:
        return self.turns[-1].language

    @property
    def among_several(self) -> bool:
        """In groups, whose ids are below zero, and where an account's owner writes too: there the
        model is told who writes."""
        return self.conversation.chat.startswith("-") or bool(host_of(self.conversation.chat))

    @property
    def message_ids(self) -> tuple[int, ...]:
        return tuple(id_ for turn in self.turns for id_ in turn.message_ids)

    @property
    def quoted(self) -> tuple[Quoted, ...]:
        """What the turns reply to."""
        return tuple(turn.quoted for turn in self.turns if turn.quoted is not None)

    @property
    def reply_to(self) -> int:
        return answered_message(self.turns)


def answered_message(turns: Sequence[Turn]) -> int:
    """The Telegram id that a reply to these turns answers, 0 where there is none: the last, under
    which the reply stands, and which says what to do with a forward before it."""
    return next((id_ for turn in reversed(turns) for id_ in turn.message_ids), 0)


@dataclass(frozen=True, slots=True)
class Said:
    """The model's answer, or as much of it as was shown before a stop (`cut`). `shown`: some of
    it was shown while it streamed · recalled: what of the memory the model saw, as it is kept
    (memory/last_recall.py)."""

    text: str
    model: str
    prompt_tokens: int = 0
    answer_tokens: int = 0
    shown: bool = True
    cut: bool = False
    ended_by_model: bool = False
    recalled: Mapping[str, Any] = field(default_factory=dict)

    def cut_off(self) -> Said | None:
        """What is left of it when the stop came after its end, before it was committed."""
        return replace(self, cut=True, ended_by_model=False) if self.shown else None


class _Listener:
    """Hears the stream and keeps what was shown; `recalled`: what of the memory is in the prompt
    that was asked with last."""

    def __init__(self) -> None:
        self.shown = ""
        self.recalled: Mapping[str, Any] = {}

    def to(self, draft: Draft) -> OnText:
        async def on_text(text: str) -> None:
            self.shown = text
            await draft.show(text)

        return on_text


class _Prompt(NamedTuple):
    """recalled: what of the memory is in it, as it is kept."""

    messages: Sequence[PromptMessage]
    recalled: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class AskModel:
    """Without `meaning` recall goes by words alone, without `meter` nobody is charged."""

    model: LanguageModel
    replier: Replier
    options: TurnOptions
    count: Callable[[str], int]
    meaning: Meaning | None = None
    meter: Meter | None = None

    async def run(self, held: Held, asked: Asked, memory: ChatMemory, read: Read) -> Said | None:
        """The answer; cut where the user stopped it, None if nothing was shown by then. `read`
        is for bodies that the recall wants and `memory` has not.
        Raises LimitReached, Rejoined, LeaseLost and the model's errors; being out of time is
        ModelUnavailable."""
        listener, began = _Listener(), time.monotonic()
        try:
            answer = await self._in_time(held, asked, memory, read, listener)
        except _Ended:
            if held.rejoining:
                raise Rejoined from None
            if not held.stopped:
                raise ModelUnavailable("turn_timeout") from None
            return self._cut(asked, listener)
        except Exception:
            if not held.stopped:
                raise
            return self._cut(asked, listener)
        log.info(
            "model answered",
            seconds=round(time.monotonic() - began, 3),
            prompt_tokens=answer.prompt_tokens,
            answer_tokens=answer.answer_tokens,
        )
        return Said(
            answer.text,
            answer.model,
            answer.prompt_tokens,
            answer.answer_tokens,
            shown=not blank(listener.shown),
            cut=answer.cut,
            ended_by_model=answer.cut,
            recalled=listener.recalled,
        )

    async def _in_time(
        self, held: Held, asked: Asked, memory: ChatMemory, read: Read, listener: _Listener
    ) -> Answer:
        limit_s = self.options.turn_timeout_s
        try:
            async with (
                held.stoppable(limit_s) as deadline,
                self.replier.working(asked.turns[-1], held.still_ours) as draft,
            ):
                return await self._fitting(held, asked, memory, read, listener, draft=draft)
        except TimeoutError:
            if deadline.expired():
                raise _Ended from None
            raise

    async def _fitting(
        self,
        held: Held,
        asked: Asked,
        memory: ChatMemory,
        read: Read,
        listener: _Listener,
        *,
        draft: Draft,
    ) -> Answer:
        memory, question = await self._with_meaning(asked, memory, read)
        model, on_text = self._charging(held, asked), listener.to(draft)

        async def answered(tokens: int) -> Answer:
            prompt = await with_bodies(memory, self._prompt(asked, question, tokens), read)
            listener.recalled = prompt.recalled
            return await model.answer(prompt.messages, on_text)

        for share in SHARES:
            tokens = self.options.prompt_tokens // share
            try:
                return await answered(tokens)
            except ContextTooLong:
                log.info("prompt too long", budget=tokens)
        return await answered(0)

    def _charging(self, held: Held, asked: Asked) -> LanguageModel:
        model = WhileOurs(model_named(self.model, asked.model), held.still_ours)
        if self.meter is None:
            return model
        chat, first = asked.conversation.chat, asked.turns[0].update_id
        return self.meter.for_answer(
            model,
            person=asked.sender.id,
            chat=chat,
            call=f"{chat}:{first}",
            messages=len(asked.turns),
        )

    async def _with_meaning(
        self, asked: Asked, memory: ChatMemory, read: Read
    ) -> tuple[ChatMemory, Question]:
        question = question_of(asked.text, asked.at, asked.sender, memory.exchanges)
        if self.meaning is None:
            return memory, question
        recipe = await asyncio.to_thread(build_recipe, asked.recipe, self.options.memory)
        budget = self._budget(asked, self.options.prompt_tokens)
        return await self.meaning.added(memory, recipe, question, budget, read)

    def _prompt(
        self, asked: Asked, question: Question, tokens: int
    ) -> Callable[[ChatMemory], Awaitable[_Prompt]]:
        """Off the event loop: recalling and counting are work, and may load scikit-learn."""
        return lambda memory: asyncio.to_thread(self._fit, asked, memory, question, tokens)

    def _fit(self, asked: Asked, memory: ChatMemory, question: Question, tokens: int) -> _Prompt:
        recipe = build_recipe(asked.recipe, self.options.memory)
        shown = recall(memory, recipe, question, self._budget(asked, tokens))
        prompt = build_prompt(
            with_persona(self.options.policy, asked.persona),
            shown,
            question,
            zone=self.options.zone,
            sender_name=asked.sender.name if asked.among_several else "",
        )
        return _Prompt(with_quoted(prompt, asked.quoted), kept_recall(shown))

    def _budget(self, asked: Asked, tokens: int) -> Budget:
        question = asked.text + quoted_text(asked.quoted)
        policy = with_persona(self.options.policy, asked.persona)
        return recall_budget(tokens, policy, question, self.count)

    def _cut(self, asked: Asked, listener: _Listener) -> Said | None:
        shown, recalled = listener.shown, listener.recalled
        if blank(shown):
            return None
        name = model_named(self.model, asked.model).name
        return Said(shown, name, answer_tokens=self.count(shown), cut=True, recalled=recalled)


class Rejoined(Exception):
    """Something was sent together with these turns, and they are to be answered with it."""


class _Ended(Exception):
    """The user stopped the turn, or its time is up, or more belongs to it."""
