"""Telegram in, remembered replies out: the bot and two workers as processes, one of them killed."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby, product
from pathlib import Path
from typing import Any

import pytest
from llmock.chaos import ChaosSettings
from llmock.scenarios import Match, StreamFault
from llmock.simulation import MockResponseSettings
from llmock.testing import LLMockServer

from tests.processes import Running, environment, running, until
from tests.telegram.server import TOKEN, FakeTelegram

PERSIAN, CHINESE, ENGLISH = 11, 22, 33
CHATS = (PERSIAN, CHINESE, ENGLISH)
TURNS = 40
FIRST = {
    PERSIAN: "شماره سفارش من «HX-48213-ب» است و کارمزد ۱۲٬۵۰۰ تومان شد.",
    CHINESE: "我的订单号是KT-90817-丙,手续费是￥1,250.50。",
    ENGLISH: "My order number is QZ-77120-b and the fee was $1,299.99 on 2 May 2026.",
}
FACTS = {
    PERSIAN: ("HX-48213-ب", "۱۲٬۵۰۰ تومان"),
    CHINESE: ("KT-90817-丙", "￥1,250.50"),
    ENGLISH: ("QZ-77120-b", "$1,299.99", "2 May 2026"),
}
TALK = {
    PERSIAN: "حرف شماره {n} دربارهٔ باغ و آفتاب و راه دوری که در پیش داریم",
    CHINESE: "第{n}句闲话,说说花园、阳光和我们要走的远路",
    ENGLISH: "Small talk number {n} about gardens, sunshine and the long road ahead of us",
}


@dataclass
class Stage:
    telegram: FakeTelegram
    model: LLMockServer
    bot: Running
    workers: tuple[Running, Running]
    numbers: dict[int, dict[int, int]] = field(default_factory=dict)

    def say(self, chat: int, number: int, text: str) -> None:
        """Turn `number` of a chat; its message id is kept, for the reply names it, or stands right
        under it."""
        update_id = self.telegram.say(text, chat_id=chat, user_id=chat)
        update = next(u for u in self.telegram.updates.waiting if u["update_id"] == update_id)
        self.numbers.setdefault(chat, {})[update["message"]["message_id"]] = number

    def asked_turns(self, chat: int) -> list[tuple[int, ...]]:
        """The numbers of the turns that the model was asked for together, in order; asking for
        the same ones again is left out."""
        numbers = {TALK[chat].format(n=n): n for n in range(2, TURNS + 1)} | {FIRST[chat]: 1}
        contents = (str(body["messages"][-1]["content"]) for body in self.requests())
        questions = (content.rpartition("\n\n")[2].split("\n") for content in contents)
        asked = (tuple(numbers[line] for line in lines if line in numbers) for lines in questions)
        return [turns for turns, _ in groupby(filter(None, asked))]

    def answered_turns(self, chat: int) -> list[int]:
        """The numbers of the turns that the chat got replies to, in the order of the replies; of
        turns that were answered together it is the last."""
        replies = [sent for sent in self.telegram.sent if sent["chat"]["id"] == chat]
        return [self.numbers[chat][self._question(reply)] for reply in replies]

    def _question(self, reply: Mapping[str, Any]) -> int:
        if "reply_to_message" in reply:
            return int(reply["reply_to_message"]["message_id"])
        asked = self.numbers[int(reply["chat"]["id"])]
        return max(message_id for message_id in asked if message_id < reply["message_id"])

    def has_answered(self, chat: int, number: int) -> bool:
        return number in self.answered_turns(chat)

    async def answered(self, chat: int, count: int, timeout_s: float = 90) -> None:
        await self.telegram.until(lambda: len(self.telegram.texts(chat)) >= count, timeout_s)

    def released(self) -> int:
        lines = [line for worker in self.workers for line in worker.lines]
        return sum("lane released" in line for line in lines)

    def requests(self) -> list[Mapping[str, Any]]:
        """The chat requests the model got (not the summaries), oldest first."""
        bodies = [record.body for record in self.model.state.journal.records()]
        return [body for body in bodies if isinstance(body, dict) and body.get("stream")]


@pytest.fixture
def model() -> Iterator[LLMockServer]:
    answers = MockResponseSettings(response_style="echo")
    with LLMockServer(chaos=ChaosSettings(), responses=answers) as server:
        yield server


@pytest.fixture
async def stage(tmp_path: Path, model: LLMockServer) -> AsyncIterator[Stage]:
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(FakeTelegram())
        env = environment(
            tmp_path / "home",
            TELEGRAM_BOT_TOKEN=TOKEN,
            TELEGRAM_API_URL=telegram.url,
            OPENAI_API_KEY="sk-" + "k" * 40,
            OPENAI_BASE_URL=model.url,
            OPENAI_MODEL="gpt-4o",
            HAFEZ_ALLOWED_USERS=",".join(map(str, CHATS)),
            TELEGRAM_SENDS_PER_SECOND="0",
            HAFEZ_LEASE_SECONDS="2",
            HAFEZ_MAX_WAITING_PER_CHAT="100",
            HAFEZ_SUMMARY_THRESHOLD_TOKENS="500",
        )

        async def start(*command: str) -> Running:
            return await stack.enter_async_context(running(*command, env=env, cwd=tmp_path))

        bot = await start("-m", "bot")
        workers = (await start("-m", "workers"), await start("-m", "workers"))
        for worker in workers:
            await worker.until_it_says("worker ready")
        yield Stage(telegram, model, bot, workers)


async def test_every_turn_is_answered_once_in_order_and_remembered_though_a_worker_is_killed(
    stage: Stage,
) -> None:
    await first_turns(stage)
    await kill_a_worker_in_mid_turn(stage)
    await many_turns(stage)

    for chat in CHATS:
        asked = stage.asked_turns(chat)
        assert list(chain(*asked)) == list(range(1, TURNS + 1))
        assert stage.answered_turns(chat) == [together[-1] for together in asked]
    assert_facts_are_in_the_last_prompts(stage)
    await end_all(stage)
    assert_nothing_private_was_logged(stage)


async def first_turns(stage: Stage) -> None:
    for chat in CHATS:
        stage.say(chat, 1, FIRST[chat])
    for chat in CHATS:
        await stage.answered(chat, 1)
    # Between a reply's arrival and its mark in the outbox a kill would send it once more.
    await until(lambda: stage.released() == len(CHATS))


async def kill_a_worker_in_mid_turn(stage: Stage) -> None:
    """One worker is frozen, so that the turn is surely the other's when that one is killed; its
    chats go on within the lease and three seconds."""
    survivor, victim = stage.workers
    survivor.send(signal.SIGSTOP)
    slow = StreamFault("stall", after_chunks=1, stall_seconds=60, match=Match(stream=True))
    stage.model.state.scenarios.add(slow)
    before = len(stage.telegram.calls("sendMessageDraft"))
    stage.say(ENGLISH, 2, TALK[ENGLISH].format(n=2))
    await stage.telegram.until(lambda: len(stage.telegram.calls("sendMessageDraft")) > before)
    await until(lambda: not stage.model.state.scenarios.pending())
    victim.send(signal.SIGKILL)
    survivor.send(signal.SIGCONT)
    await stage.answered(ENGLISH, 2, timeout_s=30)


async def many_turns(stage: Stage) -> None:
    """Three at once, of which those that come while the model works are answered together."""
    for first in range(2, TURNS + 1, 3):
        last = min(first + 2, TURNS)
        for number, chat in product(range(first, last + 1), CHATS):
            if (chat, number) != (ENGLISH, 2):
                stage.say(chat, number, TALK[chat].format(n=number))
        for chat in CHATS:
            await stage.telegram.until(partial(stage.has_answered, chat, last), 90)


def assert_facts_are_in_the_last_prompts(stage: Stage) -> None:
    for chat in CHATS:
        last = next(
            body
            for body in reversed(stage.requests())
            if TALK[chat].format(n=TURNS) in str(body["messages"][-1])
        )
        shown = "\n".join(str(message["content"]) for message in last["messages"])
        assert FIRST[chat] not in shown.rpartition("\n")[2]
        for fact in FACTS[chat]:
            assert fact in shown, f"{fact} is not in the prompt of turn {TURNS}"
        for other in set(CHATS) - {chat}:
            assert not any(fact in shown for fact in FACTS[other]), "another chat's fact"


async def end_all(stage: Stage) -> None:
    assert await stage.workers[0].end() == 0
    assert await stage.bot.end() == 0


def assert_nothing_private_was_logged(stage: Stage) -> None:
    for process in (stage.bot, *stage.workers):
        written = "".join(process.lines)
        assert "event=" in written
        for private in (TOKEN, TOKEN.partition(":")[2], "sk-kkkk", *private_words()):
            assert private not in written


def private_words() -> Iterator[str]:
    for chat in CHATS:
        yield from FACTS[chat]
        yield from (word for word in TALK[chat].split() if len(word) > 8 and "{" not in word)
