"""Export, forget, export again: on the real server and in the chat as Telegram keeps it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from aiogram import Bot

from bot.polling import new_bot
from bot.replies import TelegramReplier
from bot.texts import Texts
from bot.texts.export_page import export_page
from tests.bot.conftest import FakeSleep
from tests.fakes.language_model import ScriptedModel
from tests.fakes.stage import Stage
from tests.telegram.server import TOKEN, FakeTelegram
from tests.workers.test_forgetting import stored_texts
from tests.workers.test_worker_on_server import KEYS, on_server
from workers.export import Export
from workers.jobs import Command
from workers.redis_dead_letters import RedisDeadLetters
from workers.redis_holdings import RedisHoldings
from workers.redis_link import RedisLink
from workers.redis_sent_files import RedisSentFiles
from workers.turn import AnswerTurn

SECRET = "HX-48213"
SAY = Texts().say


@dataclass
class Talk:
    stage: Stage
    answer: AnswerTurn


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as server:
        yield server


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    async with new_bot(TOKEN, telegram.url) as bot:
        yield bot


@pytest.fixture
def talk(link: RedisLink, bot: Bot) -> Talk:
    stage = on_server(link, ScriptedModel("Noted.", f"It is {SECRET}.", "Hello."), recipe="full")
    export = Export(
        stage.store, stage.lanes, export_page, RedisHoldings(link, KEYS), RedisSentFiles(link, KEYS)
    )
    stage.dead = RedisDeadLetters(link, KEYS)
    replier = TelegramReplier(bot, FakeSleep(), export=export)
    return Talk(stage, replace(stage.answer, replier=replier))


async def say(talk: Talk, text: str, command: Command | None = None) -> None:
    await talk.stage.put(text, chat="7", command=command, language="en")
    await talk.answer.run(await talk.stage.lease())


async def a_talk(talk: Talk) -> None:
    await say(talk, f"My order is {SECRET}.")
    await say(talk, f"Sign with {SECRET}", Command.PERSONA)
    await say(talk, "What was it?")
    await say(talk, "", Command.NEW)
    await say(talk, f"Again: {SECRET}")
    await say(talk, "", Command.EXPORT)


async def on_the_server(link: RedisLink) -> bool:
    return any(SECRET.encode() in text for text in await stored_texts(link))


def held(telegram: FakeTelegram) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(telegram.documents[-1][2])
    return read


async def test_nothing_of_a_chat_outlives_forgetting_it_all(
    telegram: FakeTelegram, link: RedisLink, talk: Talk
) -> None:
    await a_talk(talk)
    assert await on_the_server(link)
    assert len(held(telegram)["conversations"]) == 2
    files = telegram.texts().count("(a document)")

    await say(talk, "all yes", Command.FORGET)

    told = telegram.texts()[-1]
    assert not await on_the_server(link)
    assert (files, telegram.texts().count("(a document)")) == (2, 0)
    for words in (
        SAY("notice_forgotten_all", "en", exchanges=3, conversations=2),
        SAY("forgotten_persona", "en"),
        SAY("forgotten_files_deleted", "en", files_deleted=2),
    ):
        assert words in told
    await say(talk, "", Command.EXPORT)
    assert held(telegram)["conversations"] == []
    assert SAY("export_nothing", "en") in telegram.documents[-2][2].decode()


async def test_nothing_of_a_value_outlives_forgetting_it(
    telegram: FakeTelegram, link: RedisLink, talk: Talk
) -> None:
    await a_talk(talk)
    await say(talk, SECRET, Command.FORGET)
    told = telegram.texts()[-1]
    assert not await on_the_server(link)
    assert SAY("forgotten_persona", "en") in told
    assert SAY("forgotten_in_files", "en", files_left=2) in told


async def test_what_is_pressed_leads_from_the_page_to_the_forgotten_fact(
    telegram: FakeTelegram, link: RedisLink, talk: Talk
) -> None:
    await say(talk, f"My order is {SECRET}.")
    await say(talk, "", Command.MEMORY)
    for step in ("/forget", "/forget #1:1.0.12-20", "/forget #1:1.0.12-20 yes"):
        rows = telegram.sent[-1]["reply_markup"]["inline_keyboard"]
        assert step in [button["callback_data"] for row in rows for button in row]
        await say(talk, step.partition(" ")[2], Command.FORGET)
    assert SAY("notice_forgotten", "en", exchanges=1, facts=1) in telegram.texts()[-1]
    assert not await on_the_server(link)
