"""Three chats on Telegram as people saw them: our bot and worker as a process, before a Bot API
server that holds what was shown."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import dropwhile
from pathlib import Path
from typing import Any

from tests.pictures import telegram_scripts as scripts
from tests.pictures.scripted_model import ANSWERS, SUMMARIZES, Line, ScriptedModel, serving
from tests.processes import DEADLINE_S, Running, environment, running
from tests.telegram.server import TOKEN, FakeTelegram

START = datetime(2026, 11, 2, 9, 34, tzinfo=UTC)
APART = timedelta(days=1, minutes=7)
THRESHOLD_TOKENS = 300


@dataclass(frozen=True)
class Seen:
    """A message as the Bot API shapes it, and when it came. draft: it is still being written."""

    message: Mapping[str, Any]
    at: datetime
    draft: bool = False

    @property
    def text(self) -> str:
        return str(self.message["text"])


@dataclass
class Chat:
    """One chat: what is said in it is answered before the next is said."""

    telegram: FakeTelegram
    process: Running
    chat_id: int
    language: str
    now: datetime = START
    seen: list[Seen] = field(default_factory=list)

    async def ask(self, person: scripts.Person, text: str) -> None:
        before = self._turns
        self._say(person, text)
        await self._answered(before)

    async def ask_slowly(self, person: scripts.Person, line: Line) -> None:
        """The draft is seen before the model says the rest."""
        before = self._turns
        self._say(person, line.question)
        await self.telegram.until(lambda: line.held in self._draft_text, 30)
        draft = self.telegram.chats.drafts.at((self.chat_id, 0))
        assert draft is not None
        written = {"text": draft.text, "entities": draft.entities, "can_stop": draft.can_stop}
        self.seen.append(Seen(written, self.now, draft=True))
        line.go_on.set()
        await self._answered(before)

    def overhear(self, person: scripts.Person, text: str) -> None:
        """Said in the group, to others."""
        self._say(person, text)

    def _say(self, person: scripts.Person, text: str) -> None:
        self.now += APART
        self.telegram.say(
            text,
            chat_id=self.chat_id,
            user_id=person.id,
            name=person.name,
            language=self.language,
            date=int(self.now.timestamp()),
        )
        said = next(reversed(self.telegram.chats.said.values()))
        self.seen.append(Seen(said, self.now))

    async def _answered(self, before: int) -> None:
        """The turn is over, so what was sent is whole."""
        async with asyncio.timeout(DEADLINE_S), self.process.grown:
            await self.process.grown.wait_for(lambda: self._turns > before)
        self.seen.append(Seen(dict(self._sent[-1]), self.now))

    @property
    def _turns(self) -> int:
        return sum("lane released" in line for line in self.process.lines)

    @property
    def _draft_text(self) -> str:
        draft = self.telegram.chats.drafts.at((self.chat_id, 0))
        return draft.text if draft else ""

    @property
    def _sent(self) -> Sequence[Mapping[str, Any]]:
        return [sent for sent in self.telegram.sent if sent["chat"]["id"] == self.chat_id]


@dataclass(frozen=True)
class Chats:
    private: Sequence[Seen]
    persian: Sequence[Seen]
    group: Sequence[Seen]


@cache
def chats() -> Chats:
    return asyncio.run(_chats())


async def _chats() -> Chats:
    model = ScriptedModel(scripts.lines(), scripts.SUMMARY)
    async with _hafez(model) as (telegram, process):
        await process.until_it_says("worker ready")
        private = await _private(Chat(telegram, process, scripts.SARA.id, "en"))
        persian = await _persian(Chat(telegram, process, scripts.MINA.id, "fa"))
        group = await _group(Chat(telegram, process, scripts.GROUP, "en"))
    if model.lost:
        raise RuntimeError(model.lost)
    return Chats(private.seen, persian.seen, group.seen)


@asynccontextmanager
async def _hafez(model: ScriptedModel) -> AsyncIterator[tuple[FakeTelegram, Running]]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hafez-picture-")))
        telegram = await stack.enter_async_context(FakeTelegram())
        await stack.enter_async_context(serving(model))
        env = environment(
            folder / "home",
            TELEGRAM_BOT_TOKEN=TOKEN,
            TELEGRAM_API_URL=telegram.url,
            TELEGRAM_SENDS_PER_SECOND="0",
            OPENAI_BASE_URL=model.url,
            OPENAI_MODEL=ANSWERS,
            OPENAI_SUMMARY_MODEL=SUMMARIZES,
            ACCESS="public",
            HAFEZ_SUMMARY_THRESHOLD_TOKENS=str(THRESHOLD_TOKENS),
        )
        command = running("-m", "bot", "--local", env=env, cwd=folder)
        process = await stack.enter_async_context(command)
        yield telegram, process


async def _private(chat: Chat) -> Chat:
    for line in scripts.BEFORE_THE_SUMMARY:
        await chat.ask(scripts.SARA, line.question)
    await _summarized(chat.process)
    for line in scripts.AFTER_THE_SUMMARY:
        await chat.ask(scripts.SARA, line.question)
    await chat.ask_slowly(scripts.SARA, scripts.NOTE)
    await chat.ask(scripts.SARA, "/memory")
    return chat


async def _summarized(process: Running) -> None:
    """The summary was asked for and is kept."""

    def is_kept() -> bool:
        since = dropwhile(lambda line: "summary asked for" not in line, process.lines)
        return any("memory tended" in line for line in since)

    async with asyncio.timeout(DEADLINE_S), process.grown:
        await process.grown.wait_for(is_kept)


async def _persian(chat: Chat) -> Chat:
    for line in scripts.PERSIAN:
        await chat.ask(scripts.MINA, line.question)
    return chat


async def _group(chat: Chat) -> Chat:
    for person, said in scripts.IN_THE_GROUP:
        if isinstance(said, Line):
            await chat.ask(person, said.question)
        else:
            chat.overhear(person, said)
    return chat
