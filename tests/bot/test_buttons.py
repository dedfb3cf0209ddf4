"""What people press: the Stop button, the button under what went wrong, reactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram import Bot

from bot.opinions import Asking
from bot.polling import RECEIVED, poll
from bot.replies import TelegramReplier
from bot.texts import Texts
from tests.bot.conftest import QUICKLY, FakeQueue, FakeSleep, allowing
from tests.telegram.server import FakeTelegram
from workers.jobs import Command, Notice, Outbox, Reply
from workers.link import NotSent
from workers.quoted import Quoted

SAY = Texts().say


class Noted:
    """Fulfils Feedback; `faults` are raised first. `finds`: the answers are known."""

    def __init__(self, *faults: Exception, finds: bool = True) -> None:
        self.faults = list(faults)
        self.finds = finds
        self.noted: list[tuple[str, int, float]] = []

    async def note(self, chat: str, message_id: int, feedback: float) -> bool:
        if self.faults:
            raise self.faults.pop()
        self.noted.append((chat, message_id, feedback))
        return self.finds


@asynccontextmanager
async def receiving(bot: Bot, queue: FakeQueue, noted: Noted) -> AsyncIterator[None]:
    task = asyncio.create_task(
        poll(bot, queue, allowing(), polling_timeout_s=5, backoff=QUICKLY, feedback=noted)
    )
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def deliver(bot: Bot, chat: str, *, asking: Asking = "off", **reply: Any) -> None:
    async def mark(part: int, message_ids: object) -> None:
        pass

    replier = TelegramReplier(bot, FakeSleep(), asking=asking)
    await replier.deliver(chat, Outbox(Reply(**reply)), mark)


def buttons(telegram: FakeTelegram) -> list[str]:
    markup = telegram.sent[-1].get("reply_markup", {"inline_keyboard": []})
    return [button["text"] for row in markup["inline_keyboard"] for button in row]


async def test_everything_that_is_pressed_is_asked_for(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    async with receiving(bot, queue, Noted()):
        await telegram.until(lambda: telegram.calls("getUpdates"))
    wanted = telegram.calls("getUpdates")[0].params["allowed_updates"]
    assert wanted == RECEIVED
    assert {"stopped_message_generation", "callback_query", "message_reaction"} <= set(wanted)


@pytest.mark.parametrize(("thread", "chat"), [(0, "7"), (42, "7/42")])
async def test_the_stop_button_stops_the_turn_that_the_draft_answers_and_no_later_one(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue, thread: int, chat: str
) -> None:
    await bot.send_message_draft(
        7, draft_id=501, text="half", can_stop=True, message_thread_id=thread or None
    )
    telegram.people.stop(7, thread)
    async with receiving(bot, queue, Noted()):
        await queue.until(lambda: queue.stops)
    assert queue.stops == [(chat, 502)]
    assert telegram.sent == []


@pytest.mark.parametrize(
    ("reply", "offered"),
    [
        ({"notice": Notice.MODEL_UNAVAILABLE}, True),
        ({"notice": Notice.MODEL_REFUSED}, True),
        ({"notice": Notice.EMPTY_ANSWER}, True),
        ({"notice": Notice.FAILED}, True),
        ({"text": "half", "cut": True, "ended_by_model": True}, True),
        ({"text": "half", "cut": True}, False),
        ({"text": "whole"}, False),
        ({"notice": Notice.TOO_LONG}, False),
    ],
)
async def test_what_went_wrong_can_be_asked_again(
    telegram: FakeTelegram, bot: Bot, reply: dict[str, Any], offered: bool
) -> None:
    telegram.say("why?")
    await deliver(bot, "7", reply_to=1, language="fa", **reply)
    assert buttons(telegram) == ([SAY("retry_button", "fa")] if offered else [])


async def test_what_the_model_cut_says_so_under_its_last_part_only(
    telegram: FakeTelegram, bot: Bot
) -> None:
    text = "words and more words " * 400
    await deliver(bot, "7", text=text, reply_to=1, cut=True, ended_by_model=True)
    assert len(telegram.sent) == 3
    assert ["reply_markup" in message for message in telegram.sent] == [False, False, True]
    assert telegram.texts()[-1].endswith(f"words …\n\n{SAY('ended_by_model', 'en')}")


async def test_the_button_asks_the_same_question_as_a_new_turn_once(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.say("why is the sky blue?", language="zh")
    telegram.updates.waiting.clear()
    await deliver(bot, "7", notice=Notice.MODEL_UNAVAILABLE, reply_to=1)
    first = telegram.people.press(telegram.sent[0])
    telegram.people.press(telegram.sent[0])
    async with receiving(bot, queue, Noted()):
        await telegram.until(lambda: len(telegram.calls("answerCallbackQuery")) == 2)
    (turn,) = queue.turns
    assert (turn.command, turn.update_id, turn.chat) == (Command.RETRY, first, "7")
    assert (turn.message_ids, turn.sender.id) == ((1,), "7")
    assert turn.quoted == Quoted("why is the sky blue?", message_id=1)
    assert buttons(telegram) == []
    said = {call.params.get("text") for call in telegram.calls("answerCallbackQuery")}
    assert said == {None, SAY("retry_twice", "en")}


async def test_a_question_that_was_deleted_cannot_be_asked_again(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    await deliver(bot, "7", notice=Notice.FAILED, reply_to=999)
    telegram.people.press(telegram.sent[0])
    async with receiving(bot, queue, Noted()):
        await telegram.until(lambda: telegram.calls("answerCallbackQuery"))
    said = telegram.calls("answerCallbackQuery")[0].params["text"]
    assert (said, queue.turns) == (SAY("retry_gone", "en"), [])


async def test_a_stranger_presses_and_reacts_in_vain(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.say("why?", chat_id=-100)
    telegram.updates.waiting.clear()
    await deliver(bot, "-100", notice=Notice.FAILED, reply_to=1)
    telegram.people.press(telegram.sent[0], user_id=666)
    telegram.people.react(2, "👍", chat_id=-100, user_id=666)
    last = telegram.say("hello")
    noted = Noted()
    async with receiving(bot, queue, noted):
        await queue.until(lambda: queue.turns)
    assert [turn.update_id for turn in queue.turns] == [last]
    assert noted.noted == []


async def test_a_reaction_is_noted_and_taken_back(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.people.react(5, "👍")
    telegram.people.react(5, "👎", before="👍")
    telegram.people.react(5, "🤔", "❤")
    telegram.people.react(5, before="❤")
    telegram.people.react(6, "🤔", chat_id=-100)
    telegram.say("done")
    noted = Noted()
    async with receiving(bot, queue, noted):
        await queue.until(lambda: queue.turns)
    assert noted.noted == [("7", 5, 1), ("7", 5, 0), ("7", 5, 1), ("7", 5, 0.5), ("-100", 6, 0.5)]


async def test_a_reaction_that_cannot_be_noted_holds_nobody_up(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.people.react(5, "👍")
    telegram.say("hello")
    async with receiving(bot, queue, Noted(NotSent("down"))):
        await queue.until(lambda: queue.turns)
    assert queue.texts() == ["hello"]


@pytest.mark.parametrize(
    ("notice", "values", "offered"),
    [
        (Notice.MODE_LIST, {"current": "full", "recipes": ["full", "knn"]}, ["full", "knn"]),
        (Notice.MODEL_LIST, {"current": "m", "models": ["m", "x" * 60]}, ["m"]),
        (Notice.CHATS_LIST, {"current": 2, "chats": [{"number": 2}, {"number": 1}]}, ["2", "1"]),
        (
            Notice.FORGET_ALL_ASK,
            {"exchanges": 3},
            [SAY("button_erase", "en"), SAY("button_keep", "en")],
        ),
        (Notice.MEMORY_PAGE, {"exchanges": 0}, []),
        (
            Notice.MEMORY_PAGE,
            {"exchanges": 3},
            [
                SAY(f"button_{page}", "en")
                for page in ("mode", "facts", "forget_one", "export", "forget")
            ],
        ),
    ],
)
async def test_what_offers_a_choice_has_a_button_for_each(
    telegram: FakeTelegram, bot: Bot, notice: Notice, values: dict[str, Any], offered: list[str]
) -> None:
    await deliver(bot, "7", notice=notice, values=values)
    assert buttons(telegram) == offered


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", (Command.LANG, "en")),
        ("/lang fa", (Command.LANG, "fa")),
        ("/forget all yes", (Command.FORGET, "all yes")),
    ],
)
async def test_a_pressed_choice_goes_through_the_lane_like_a_typed_command(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue, data: str, said: tuple[Command, str]
) -> None:
    await deliver(bot, "7", notice=Notice.LANG_LIST, values={"current": "", "languages": ["en"]})
    pressed = telegram.people.press(telegram.sent[0], data)
    async with receiving(bot, queue, Noted()):
        await telegram.until(lambda: telegram.calls("answerCallbackQuery"))
    (turn,) = queue.turns
    assert ((turn.command, turn.text), turn.update_id) == (said, pressed)
    assert (turn.chat, turn.sender.id, turn.message_ids) == ("7", "7", ())


async def test_data_that_is_no_command_of_the_chat_s_does_nothing(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    await deliver(bot, "7", notice=Notice.LANG_LIST, values={"current": "", "languages": ["en"]})
    telegram.people.press(telegram.sent[0], "/allow 666")
    async with receiving(bot, queue, Noted()):
        await telegram.until(lambda: telegram.calls("answerCallbackQuery"))
    assert queue.turns == []
