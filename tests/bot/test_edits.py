"""Edited messages reach the lane, and the answer to one takes the old one's place."""

from __future__ import annotations

import time
from typing import Any

import pytest
from aiogram import Bot

from bot.replies import TelegramReplier, parts_of
from tests.bot.conftest import FakeQueue, Polling
from tests.bot.test_replies import LONG, Sent
from tests.telegram.server import FakeTelegram
from tests.telegram.updates import message
from workers.jobs import Outbox, Reply, Turn


def edit(telegram: FakeTelegram, text: str | None, message_id: int = 1, **more: Any) -> int:
    now = int(time.time())
    said = message(text, message_id, edit_date=now, **more)
    return telegram.updates.add({"edited_message": said})


async def test_an_edit_becomes_a_turn_that_says_so(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    telegram.say("The fee is 600.")
    update_id = edit(telegram, "The fee is 775.")
    async with polling():
        await queue.until(lambda: len(queue.turns) == 2)
    first, second = queue.turns
    assert not first.edited
    assert (second.edited, second.update_id, second.text) == (True, update_id, "The fee is 775.")
    assert second.message_ids == first.message_ids
    assert Turn.from_json(second.to_json()) == second


async def test_only_words_to_the_bot_of_people_who_may_are_taken(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling
) -> None:
    edit(telegram, "/new")
    edit(telegram, None, location={"latitude": 35.7, "longitude": 51.4})
    edit(telegram, "to others", chat_id=-100)
    edit(telegram, "by a stranger", chat_id=66, user_id=66)
    edit(telegram, "@hafez_test_bot to you", chat_id=-100)
    async with polling():
        await queue.until(lambda: queue.turns)
    assert queue.texts() == ["@hafez_test_bot to you"]


@pytest.fixture
def mark() -> Sent:
    return Sent()


async def old_answer(telegram: FakeTelegram, bot: Bot, *texts: str) -> tuple[int, ...]:
    return tuple([(await bot.send_message(7, text)).message_id for text in texts])


async def test_the_old_answer_is_edited(telegram: FakeTelegram, bot: Bot, mark: Sent) -> None:
    (old,) = await old_answer(telegram, bot, "It is 600.")
    reply = Reply("It is **775**.", reply_to=1, edits=(old,))
    assert Reply.from_json(reply.to_json()) == reply
    assert await TelegramReplier(bot).deliver("7", Outbox(reply), mark) == (old,)
    assert telegram.texts() == ["It is 775."]


async def test_a_longer_answer_goes_on_in_new_messages_and_a_shorter_one_takes_old_ones_away(
    telegram: FakeTelegram, bot: Bot, mark: Sent
) -> None:
    replier = TelegramReplier(bot)
    old = await old_answer(telegram, bot, "one")
    await replier.deliver("7", Outbox(Reply(LONG, reply_to=1, edits=old)), mark)
    parts = parts_of(Reply(LONG))
    assert telegram.texts() == [part.text for part in parts]
    ids = tuple(sent["message_id"] for sent in telegram.sent)
    await replier.deliver("7", Outbox(Reply("short", reply_to=1, edits=ids)), mark)
    assert telegram.texts() == ["short"]


async def test_an_old_answer_that_is_gone_is_sent_anew(
    telegram: FakeTelegram, bot: Bot, mark: Sent
) -> None:
    reply = Reply("It is 775.", reply_to=1, edits=(4444, 4445))
    await TelegramReplier(bot).deliver("7", Outbox(reply), mark)
    assert telegram.texts() == ["It is 775."]


async def test_the_answer_to_an_edit_shows_only_that_the_bot_is_typing(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, bot: Bot
) -> None:
    edit(telegram, "The fee is 775.")
    async with polling():
        await queue.until(lambda: queue.turns)
    async with TelegramReplier(bot).working(queue.turns[0]) as draft:
        await draft.show("It is")
        await telegram.until(lambda: telegram.calls("sendChatAction"))
    assert not telegram.calls("sendMessageDraft")
    assert telegram.sent == []
