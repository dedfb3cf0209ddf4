"""The buttons that ask what a person thinks of an answer."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram import Bot

from bot.opinions import Asking, asking_buttons
from bot.texts import Texts
from tests.bot.conftest import FakeQueue
from tests.bot.test_buttons import Noted, buttons, deliver, receiving
from tests.telegram.server import FakeTelegram
from workers.jobs import Notice, Reply
from workers.link import NotSent

SAY = Texts().say


@pytest.mark.parametrize(
    ("chat", "asking", "reply", "asked"),
    [
        ("7", "auto", {"text": "Yes."}, False),
        ("7/42", "auto", {"text": "Yes."}, True),
        ("7/42", "off", {"text": "Yes."}, False),
        ("7", "always", {"text": "Yes."}, True),
        ("7", "always", {"text": "Yes", "cut": True}, True),
        ("7", "always", {"notice": Notice.CORRECTED}, False),
        ("7", "always", {"notice": Notice.FAILED, "reply_to": 1}, False),
    ],
)
def test_buttons_ask_what_an_answer_is_thought_of_where_reactions_cannot_say_it(
    chat: str, asking: Asking, reply: dict[str, Any], asked: bool
) -> None:
    assert (asking_buttons(Reply(**reply), chat, asking) is not None) is asked


def test_nobody_who_writes_to_a_business_account_is_asked() -> None:
    assert asking_buttons(Reply("Yes."), "55@999", "always") is None


async def test_only_the_last_part_of_an_answer_asks(telegram: FakeTelegram, bot: Bot) -> None:
    await deliver(bot, "7", asking="always", text="word " * 1500)
    assert buttons(telegram) == ["👍", "👎"]
    assert ["reply_markup" in sent for sent in telegram.sent] == [False, True]


async def test_a_pressed_opinion_is_noted_ticked_and_taken_back(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    await deliver(bot, "7/42", asking="auto", text="Yes.")
    noted, (answer,) = Noted(), telegram.sent
    telegram.people.press(answer, "think disliked")
    telegram.people.press(answer, "think nothing")
    async with receiving(bot, queue, noted):
        await telegram.until(lambda: len(telegram.calls("editMessageReplyMarkup")) == 2)
    id_ = answer["message_id"]
    assert noted.noted == [("7/42", id_, 0), ("7/42", id_, 0.5)]
    shown = [call.params["reply_markup"] for call in telegram.calls("editMessageReplyMarkup")]
    texts = [[one["text"] for one in each["inline_keyboard"][0]] for each in shown]
    assert texts == [["👎 ✓"], ["👍", "👎"]]
    assert queue.turns == []


@pytest.mark.parametrize("noted", [Noted(finds=False), Noted(NotSent("down"))])
async def test_an_opinion_that_is_not_noted_is_not_ticked(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue, noted: Noted
) -> None:
    await deliver(bot, "7", asking="always", text="Yes.")
    telegram.people.press(telegram.sent[0], "think liked")
    async with receiving(bot, queue, noted):
        await telegram.until(lambda: telegram.calls("answerCallbackQuery"))
    (said,) = telegram.calls("answerCallbackQuery")
    assert said.params["text"] == SAY("opinion_lost", "en")
    assert telegram.calls("editMessageReplyMarkup") == []


async def test_a_stranger_s_opinion_is_not_asked_for(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    await deliver(bot, "-100", asking="always", text="Yes.")
    telegram.people.press(telegram.sent[0], "think liked", user_id=666)
    telegram.say("hello")
    noted = Noted()
    async with receiving(bot, queue, noted):
        await queue.until(lambda: queue.turns)
    assert noted.noted == []
