"""What is answered at once is said in the language that the chat chose."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiogram import Bot

from bot.handlers.commands import command_lines
from bot.polling import poll
from bot.texts import Texts
from tests.bot.conftest import QUICKLY, FakeQueue, allowing
from tests.bot.test_buttons import deliver
from tests.telegram.server import FakeTelegram
from workers.jobs import ChatSettings, Command, Notice
from workers.lanes import Put
from workers.link import NotSent

TEXTS = Texts()
SAY = TEXTS.say


class Chose:
    """Fulfils ChatChoices; raises its faults first."""

    def __init__(self, *faults: Exception, **languages: str) -> None:
        self.faults = list(faults)
        self.languages = languages

    async def settings_of(self, chat: str) -> ChatSettings:
        if self.faults:
            raise self.faults.pop()
        return ChatSettings(language=self.languages.get(f"chat_{chat}", ""))


@asynccontextmanager
async def receiving(bot: Bot, queue: FakeQueue, chose: Chose) -> AsyncIterator[None]:
    task = asyncio.create_task(
        poll(bot, queue, allowing(), polling_timeout_s=5, backoff=QUICKLY, choices=chose)
    )
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


def help_in(code: str) -> str:
    return SAY("help", code, commands=command_lines(TEXTS, code))


async def test_help_and_what_cannot_be_read_are_answered_in_the_chosen_language(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.say("/help", language="zh")
    voice = {"file_id": "f", "file_unique_id": "u", "duration": 3}
    telegram.say(None, language="zh", voice=voice)
    async with receiving(bot, queue, Chose(chat_7="fa")):
        await telegram.until(lambda: len(telegram.sent) == 2)
    assert sorted(telegram.texts()) == sorted([help_in("fa"), SAY("not_understood", "fa")])


async def test_without_a_choice_or_a_server_it_is_the_person_s_own(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.say("/help", language="zh")
    telegram.say("/help", language="zh")
    async with receiving(bot, queue, Chose(NotSent("gone"))):
        await telegram.until(lambda: len(telegram.sent) == 2)
    assert telegram.texts() == [help_in("zh")] * 2


async def test_lang_itself_keeps_the_person_s_own_language(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.say("/lang own", language="zh")
    async with receiving(bot, queue, Chose(chat_7="fa")):
        await queue.until(lambda: queue.turns)
    (turn,) = queue.turns
    assert (turn.command, turn.text, turn.language) == (Command.LANG, "own", "zh")


async def test_what_cannot_be_taken_is_said_in_the_chosen_language(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    queue.answers.append(Put.BUSY)
    telegram.say("hello", language="zh")
    async with receiving(bot, queue, Chose(chat_7="fa")):
        await telegram.until(lambda: telegram.sent)
    assert telegram.texts() == [SAY("busy", "fa")]


async def test_who_presses_is_answered_in_the_chosen_language(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    await deliver(bot, "7", notice=Notice.FAILED, reply_to=999)
    telegram.people.press(telegram.sent[0])
    async with receiving(bot, queue, Chose(chat_7="fa")):
        await telegram.until(lambda: telegram.calls("answerCallbackQuery"))
    (said,) = telegram.calls("answerCallbackQuery")
    assert said.params["text"] == SAY("retry_gone", "fa")
