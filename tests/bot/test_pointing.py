"""Buttons under facts: show where one was said, choose one to forget, keep it after all."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram import Bot

from bot.memory_buttons import where_data
from bot.texts import Texts, number
from tests.bot.conftest import FakeQueue
from tests.bot.test_buttons import Noted, buttons, deliver, receiving
from tests.telegram.server import FakeTelegram
from workers.jobs import Command, Notice

SAY = Texts().say


def fact(at: int, value: str, message: int = 0) -> dict[str, Any]:
    return {"number": at, "value": value, "message": message, "id": f"{at}.0.3-9", "exchange": at}


def page(chat: str, *rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"chat": chat, "rows": rows, "total": len(rows), "page": 1, "pages": 1, **more}


def pressed(telegram: FakeTelegram) -> list[str]:
    markup = telegram.sent[-1].get("reply_markup", {"inline_keyboard": []})
    return [button["callback_data"] for row in markup["inline_keyboard"] for button in row]


async def press(telegram: FakeTelegram, bot: Bot, queue: FakeQueue, data: str) -> str | None:
    """What the press is answered with."""
    telegram.people.press(telegram.sent[-1], data)
    async with receiving(bot, queue, Noted()):
        await telegram.until(lambda: telegram.calls("answerCallbackQuery"))
    said: str | None = telegram.calls("answerCallbackQuery")[-1].params.get("text")
    return said


@pytest.mark.parametrize(("chat", "numbered"), [("7", True), ("-55", True), ("-1005/42", False)])
async def test_a_fact_whose_message_has_no_address_has_a_number_to_press(
    telegram: FakeTelegram, bot: Bot, chat: str, numbered: bool
) -> None:
    rows = page(chat, fact(2, "HX-48213", message=31), fact(1, "unknown"))
    await deliver(bot, chat, notice=Notice.FACTS_PAGE, values=rows, language="fa")
    assert buttons(telegram) == ([number(2, "fa")] if numbered else [])
    assert (SAY("where_numbers", "fa") in telegram.texts()[-1]) is numbered


async def test_the_memory_page_has_them_too(telegram: FakeTelegram, bot: Bot) -> None:
    facts = [fact(at, f"HX-{at}", message=30 + at) for at in range(1, 13)]
    values = {"exchanges": 20, "chat": "7", "facts": facts, "facts_total": 12}
    await deliver(bot, "7", notice=Notice.MEMORY_PAGE, values=values)
    assert pressed(telegram)[:12] == [where_data(31 + at) for at in range(12)]
    assert pressed(telegram)[12:] == ["/mode", "/facts", "/forget", "/export", "/forget all"]
    in_group = {**values, "chat": "-1005"}
    await deliver(bot, "-1005", notice=Notice.MEMORY_PAGE, values=in_group)
    assert pressed(telegram) == ["/mode", "/facts", "/forget", "/export", "/forget all"]
    assert "https://t.me/c/5/42" in [e.get("url") for e in telegram.sent[-1]["entities"]]


async def test_a_pressed_number_answers_the_message_itself(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.say("my order is HX-48213")
    telegram.updates.waiting.clear()
    rows = page("7", fact(1, "HX-48213", message=1))
    await deliver(bot, "7", notice=Notice.FACTS_PAGE, values=rows)
    assert await press(telegram, bot, queue, where_data(1)) is None
    assert telegram.sent[-1]["reply_to_message"]["text"] == "my order is HX-48213"
    assert telegram.texts()[-1] == SAY("where_here", "en")
    assert queue.turns == []


async def test_a_message_that_was_deleted_is_said_to_be_gone(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    rows = page("7", fact(1, "HX-48213", message=999))
    await deliver(bot, "7", notice=Notice.FACTS_PAGE, values=rows)
    sent = len(telegram.sent)
    assert await press(telegram, bot, queue, where_data(999)) == SAY("where_gone", "en")
    assert telegram.calls("answerCallbackQuery")[-1].params["show_alert"] is True
    assert len(telegram.sent) == sent


async def test_a_fact_to_forget_is_chosen_by_its_place_and_asked_about(
    telegram: FakeTelegram, bot: Bot
) -> None:
    rows = page("7", fact(1, "HX-48213"), fact(2, "x" * 90), conversation=3, pages=2)
    await deliver(bot, "7", notice=Notice.FORGET_HELP, values=rows)
    assert pressed(telegram) == ["/forget #3:1.0.3-9", "/forget #3:2.0.3-9", "/forget #p2"]
    assert buttons(telegram)[0] == "HX-48213"
    assert len(buttons(telegram)[1]) < 50
    assert SAY("forget_press", "en") in telegram.texts()[-1]
    asked = {"chat": "7", "pressed": "#3:1.0.3-9", "value": "HX-48213", "message": 31}
    await deliver(bot, "7", notice=Notice.FORGET_ASK, values={**asked, "exchanges": 2, "facts": 3})
    assert pressed(telegram) == ["/forget #3:1.0.3-9 yes", "keep", where_data(31)]
    assert "HX-48213" in telegram.texts()[-1]


async def test_keeping_it_takes_the_buttons_away_and_asks_nobody(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    await deliver(bot, "7", notice=Notice.FORGET_ALL_ASK, values={"exchanges": 2})
    await press(telegram, bot, queue, "keep")
    assert (buttons(telegram), queue.turns) == ([], [])


async def test_choosing_goes_through_the_lane(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    rows = page("7", fact(1, "HX-48213"), conversation=3)
    await deliver(bot, "7", notice=Notice.FORGET_HELP, values=rows)
    await press(telegram, bot, queue, "/forget #3:1.0.3-9")
    (turn,) = queue.turns
    assert (turn.command, turn.text) == (Command.FORGET, "#3:1.0.3-9")


async def test_a_stranger_is_shown_nothing(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.say("my order is HX-48213", chat_id=-55)
    telegram.updates.waiting.clear()
    await deliver(bot, "-55", notice=Notice.FACTS_PAGE, values=page("-55", fact(1, "HX", 1)))
    telegram.people.press(telegram.sent[-1], where_data(1), user_id=666)
    last = telegram.say("hello")
    async with receiving(bot, queue, Noted()):
        await queue.until(lambda: queue.turns)
    assert ([turn.update_id for turn in queue.turns], len(telegram.sent)) == ([last], 1)
