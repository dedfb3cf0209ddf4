"""Has every call of a model charged to whom it is for, and none begun that their limit forbids."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import structlog

from workers.business import host_of
from workers.language_model import Answer, LanguageModel, OnText
from workers.leases import SERVER_TROUBLE
from workers.limits import Accounts, Holder, Limits, Most, Reached, Used
from workers.prompt import PromptMessage, prompt_tokens

log = structlog.get_logger()

ANSWER_TOKENS = 500
"""Set aside for an answer, of which nobody knows beforehand how long it will be."""
PAUSE_S = 0.2
SETTLE_TRIES = 2


class LimitReached(Exception):
    """The model was not asked."""

    def __init__(self, reached: Reached) -> None:
        super().__init__(reached.period)
        self.reached = reached


@dataclass(frozen=True, kw_only=True)
class Meter:
    """`count` tells a text's tokens; hold_s: how long a call of the model may take."""

    accounts: Accounts
    limits: Limits
    count: Callable[[str], int]
    hold_s: float

    def for_answer(
        self, model: LanguageModel, *, person: str, chat: str, call: str, messages: int
    ) -> LanguageModel:
        """`chat`: its name on the lanes · `call`: the same again when this is tried again ·
        `messages`: how many it answers."""
        holder, host = _holder(chat), host_of(chat)
        limits = {who: self.limits.of_person for who in (person, host) if who}
        limits[holder] = limits.get(holder, Most()).and_also(self.limits.of_chat)
        return _Metered(self, model, limits, call=call, messages=messages)

    def for_summary(self, model: LanguageModel, chat: str) -> LanguageModel:
        """Charged, but never refused: without summaries every prompt would cost more."""
        return _Metered(self, model, {_holder(chat): Most()}, summary=True)

    async def reserve(
        self, limits: Mapping[Holder, Most], call: str, prompt: Sequence[PromptMessage]
    ) -> None:
        """With everybody who has a limit, or with nobody. Waits until the server answers, for as
        long as the turn may take. Raises LimitReached."""
        if not any(limits.values()):
            return
        tokens = ANSWER_TOKENS + await self.tokens_of(prompt)
        limited = {holder: most for holder, most in limits.items() if most}
        for holder, most in limited.items():
            reached = await self._reserved(holder, call, tokens, most)
            if reached is not None:
                await self.settle(limited, call, Used())
                raise LimitReached(reached)

    async def _reserved(self, holder: Holder, call: str, tokens: int, most: Most) -> Reached | None:
        hold_ms = round(self.hold_s * 1000)
        while True:
            with suppress(*SERVER_TROUBLE):
                return await self.accounts.reserve(holder, call, tokens, most, hold_ms)
            await asyncio.sleep(PAUSE_S)

    async def settle(self, limits: Mapping[Holder, Most], call: str, used: Used) -> None:
        """Never a reason for a turn to fail: what could not be noted is said in the log."""
        for holder, most in limits.items():
            await self._settled(holder, call if most else "", used)

    async def _settled(self, holder: Holder, call: str, used: Used) -> None:
        """Only what was reserved may be tried again: of that, a second time changes nothing."""
        for _ in range(SETTLE_TRIES if call else 1):
            with suppress(*SERVER_TROUBLE):
                await self.accounts.settle(holder, call, used)
                return
        log.warning("usage not noted", tokens=used.tokens)

    async def tokens_of(self, prompt: Sequence[PromptMessage]) -> int:
        return await asyncio.to_thread(prompt_tokens, prompt, self.count)


def _holder(chat: str) -> Holder:
    """Topics share their chat's account; who writes to a business account is its owner's guest."""
    return host_of(chat) or chat.partition("/")[0]


@dataclass(frozen=True)
class _Metered:
    """A model whose calls are charged to the holders of `limits`."""

    meter: Meter
    model: LanguageModel
    limits: Mapping[Holder, Most]
    call: str = ""
    messages: int = 0
    summary: bool = False

    @property
    def name(self) -> str:
        return self.model.name

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        """Raises LimitReached, and what the model raises."""
        await self.meter.reserve(self.limits, self.call, prompt)
        heard = _Heard(on_text)
        try:
            answer = await self.model.answer(prompt, heard)
        except BaseException as ended:
            stopped = isinstance(ended, asyncio.CancelledError)
            await self._charge(await self._begun(prompt, heard.text, stopped=stopped), messages=0)
            raise
        await self._charge(answer.prompt_tokens + answer.answer_tokens, messages=self.messages)
        return answer

    async def _charge(self, tokens: int, *, messages: int) -> None:
        used = Used(tokens, messages, summary_tokens=tokens if self.summary else 0)
        if used != Used() or any(self.limits.values()):
            await self.meter.settle(self.limits, self.call, used)

    async def _begun(self, prompt: Sequence[PromptMessage], heard: str, *, stopped: bool) -> int:
        """What a call cost that did not end well: nothing where the server refused it."""
        if not (heard or stopped):
            return 0
        return await self.meter.tokens_of(prompt) + self.meter.count(heard)


@dataclass
class _Heard:
    on_text: OnText
    text: str = field(default="", init=False)

    async def __call__(self, text: str) -> None:
        self.text = text
        await self.on_text(text)
