"""Groups, topics and private chats from Telegram to the model and back: each remembers its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiogram import Bot

from bot.polling import new_bot, poll
from bot.replies import TelegramReplier
from memory.store import DictStore
from tests.bot.conftest import QUICKLY, allowing
from tests.fakes.language_model import Held, ScriptedModel
from tests.fakes.stage import Stage
from tests.telegram.server import TOKEN, FakeTelegram
from workers.local_lanes import LocalLanes

GROUP, FORMER = -1_001_234_567_890, -55
MENTION = "@hafez_test_bot"
SECRET = "HX-48213"


class People:
    """People at Telegram, the bot, and a worker that answers one turn when told to."""

    def __init__(self, telegram: FakeTelegram, bot: Bot) -> None:
        self.telegram = telegram
        store = DictStore()
        self.lanes = LocalLanes(store)
        replier: Any = TelegramReplier(bot)
        self.stage = Stage(ScriptedModel(), replier, lanes=self.lanes, store=store, recipe="full")

    async def say(self, text: str | None, **details: Any) -> None:
        """Returns when the bot has stored it."""
        update_id = self.telegram.say(text, **details)
        await self.telegram.until(lambda: update_id in self.telegram.updates.confirmed)

    async def asked(self, text: str, **details: Any) -> str:
        """The whole prompt of the answer to this."""
        await self.say(text, **details)
        await self.stage.run_one()
        return "\n".join(message.text for message in self.stage.model.prompts[-1])


@pytest.fixture
async def people() -> AsyncIterator[People]:
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(FakeTelegram())
        bot = await stack.enter_async_context(new_bot(TOKEN, telegram.url))
        people = People(telegram, bot)
        polling = poll(bot, people.lanes, allowing(), polling_timeout_s=5, backoff=QUICKLY)
        task = asyncio.create_task(polling)
        yield people
        task.cancel()
        await asyncio.wait({task})


def topic(number: int) -> dict[str, Any]:
    return {"message_thread_id": number, "is_topic_message": True}


async def test_what_was_said_in_private_never_appears_in_a_group(people: People) -> None:
    assert SECRET in await people.asked(f"My order is {SECRET}.")
    in_group = await people.asked(f"{MENTION} what is my order?", chat_id=GROUP)
    assert SECRET not in in_group
    assert SECRET in await people.asked("What is my order?")


async def test_what_was_said_in_a_group_never_appears_in_private(people: People) -> None:
    await people.asked(f"{MENTION} our order is {SECRET}.", chat_id=GROUP)
    assert SECRET not in await people.asked("What is our order?")


@pytest.mark.parametrize("chat_id", [GROUP, 7], ids=["group", "private"])
async def test_each_topic_remembers_its_own_and_is_answered_in_it(
    people: People, chat_id: int
) -> None:
    await people.asked(f"{MENTION} the order is {SECRET}.", chat_id=chat_id, **topic(42))
    other = await people.asked(f"{MENTION} which order?", chat_id=chat_id, **topic(43))
    assert SECRET not in other
    assert SECRET in await people.asked(f"{MENTION} which?", chat_id=chat_id, **topic(42))
    threads = [sent.get("message_thread_id") for sent in people.telegram.sent]
    assert threads == [42, 43, 42]


async def test_the_general_topic_is_the_group_itself_and_answered_without_its_id(
    people: People,
) -> None:
    await people.asked(f"{MENTION} the order is {SECRET}.", chat_id=GROUP)
    general = {"message_thread_id": 1, "is_topic_message": True}
    assert SECRET in await people.asked(f"{MENTION} which?", chat_id=GROUP, **general)
    threads = {sent.get("message_thread_id") for sent in people.telegram.sent}
    assert threads == {None}
    assert {sent["chat"]["id"] for sent in people.telegram.sent} == {GROUP}


async def test_a_group_s_memory_says_who_said_what(people: People) -> None:
    await people.asked(f"{MENTION} I pay 600.", chat_id=GROUP, user_id=7, name="Sara")
    prompt = await people.asked(f"{MENTION} I pay 40.", chat_id=GROUP, user_id=8, name="Omid")
    assert f"Sara: {MENTION} I pay 600." in prompt
    assert f"Omid: {MENTION} I pay 40." in prompt


async def test_a_group_that_became_a_supergroup_remembers_and_is_answered_there(
    people: People,
) -> None:
    before = {"chat": {"id": FORMER, "type": "group", "title": "a group"}}
    await people.asked(f"{MENTION} the order is {SECRET}.", **before)
    people.telegram.chats.migrated[FORMER] = GROUP
    await people.say(None, **before, migrate_to_chat_id=GROUP)
    await people.say(None, chat_id=GROUP, migrate_from_chat_id=FORMER)
    assert SECRET in await people.asked(f"{MENTION} which order?", chat_id=GROUP)
    assert [sent["chat"]["id"] for sent in people.telegram.sent] == [FORMER, GROUP]


async def test_a_reply_to_what_memory_does_not_hold_shows_it_to_the_model(people: People) -> None:
    await people.say(f"the order is {SECRET}", chat_id=GROUP, user_id=8, name="Omid")
    (said,) = people.telegram.chats.said.values()
    prompt = await people.asked(f"{MENTION} what is this?", chat_id=GROUP, reply_to_message=said)
    assert f"this message of Omid's:\n<quoted>\nthe order is {SECRET}\n</quoted>" in prompt


async def test_an_edited_question_is_answered_again_in_the_old_answer_s_place(
    people: People,
) -> None:
    await people.asked("The fee is 600.")
    (said,) = people.telegram.chats.said.values()
    edited = {**said, "text": "The fee is 775.", "edit_date": said["date"]}
    update_id = people.telegram.updates.add({"edited_message": edited})
    await people.telegram.until(lambda: update_id in people.telegram.updates.confirmed)
    await people.stage.run_one()
    (answer,) = people.telegram.texts()
    assert "775" in answer
    (exchange,) = (await people.stage.memory("7")).exchanges
    assert exchange.user == "The fee is 775."
    assert exchange.reply_ids == (people.telegram.sent[0]["message_id"],)


def quoted(people: People) -> list[int]:
    """The message that each of ours quotes, 0 for none."""
    answers = [call.params.get("reply_parameters") for call in people.telegram.calls("sendMessage")]
    return [int(answer["message_id"]) if answer else 0 for answer in answers]


async def test_an_answer_right_under_its_question_does_not_quote_it(people: People) -> None:
    for text in ("one", "two"):
        await people.asked(text)
    assert quoted(people) == [0, 0]


async def test_answers_quote_their_questions_when_others_came_between(people: People) -> None:
    for text in ("one", "/mode window", "three"):
        await people.say(text)
    for _ in range(3):
        await people.stage.run_one()
    assert quoted(people) == [1, 2, 3], "of one the other questions, of three the answers"
    await people.asked("four")
    assert quoted(people)[-1] == 0


async def test_another_worker_knows_from_memory_that_an_answer_came_between(
    people: People,
) -> None:
    for text in ("one", "two"):
        await people.say(text)
    await people.stage.run_one()
    elsewhere: Any = TelegramReplier(people.stage.replier._sending.bot)  # type: ignore[attr-defined]
    people.stage.replier = elsewhere
    await people.stage.run_one()
    assert quoted(people) == [1, 2]


async def test_an_answer_that_help_was_given_before_quotes_its_question(people: People) -> None:
    thinking = Held("An answer.")
    people.stage.model = ScriptedModel(thinking)
    await people.say("one")
    held = await people.stage.lease()
    told: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    people.lanes.on_beside(lambda chat, fence: told.put_nowait((chat, fence)))
    answering = asyncio.create_task(people.stage.answer.run(held))
    await thinking.reached.wait()
    await people.say("/help")
    assert await told.get() == ("7", held.lease.fence)
    held.apart = True  # as the worker's heartbeat does
    thinking.go_on.set()
    await answering
    (quote,) = set(quoted(people)) - {0}
    assert quote == 1


async def test_in_a_group_every_answer_quotes_its_question(people: People) -> None:
    await people.asked(f"{MENTION} one", chat_id=GROUP)
    assert quoted(people) == [1]
