"""Short answers go out beside everything else, and never too many of them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from aiogram import Bot
from aiogram.types import Chat, Message

from bot.at_once import AtOnce
from bot.polling import introduce, new_bot, poll
from bot.reaching import TokenRefused
from bot.sending import Sending
from tests.bot.conftest import QUICKLY, FakeQueue, FakeSleep, allowing
from tests.telegram.faults import Fault, blocked, dropped, flood, stalled
from tests.telegram.server import FakeTelegram


def message(chat_id: int = 7) -> Message:
    chat = Chat(id=chat_id, type="private")
    return Message(message_id=1, date=datetime(2026, 11, 29, tzinfo=UTC), chat=chat)


async def test_answers_do_not_wait_for_each_other(
    telegram: FakeTelegram, bot: Bot, sleep: FakeSleep
) -> None:
    telegram.script.add("sendMessage", stalled())
    async with AtOnce(Sending(bot, sleep), last_chance_s=0.1) as at_once:
        at_once.answer(message(), "slow")
        await telegram.until(lambda: telegram.calls("sendMessage"))
        at_once.answer(message(), "quick")
        await telegram.until(lambda: telegram.sent)
    assert telegram.texts() == ["quick"]


async def test_too_many_answers_under_way_are_dropped(telegram: FakeTelegram, bot: Bot) -> None:
    async with AtOnce(Sending(bot), most_in_flight=2) as at_once:
        for number in range(5):
            at_once.answer(message(), f"answer {number}")
    assert sorted(telegram.texts()) == ["answer 0", "answer 1"]


async def test_leaving_lets_answers_under_way_finish(telegram: FakeTelegram, bot: Bot) -> None:
    async with AtOnce(Sending(bot)) as at_once:
        at_once.answer(message(), "goodbye")
    assert telegram.texts() == ["goodbye"]


async def test_a_long_answer_comes_in_parts(telegram: FakeTelegram, bot: Bot) -> None:
    async with AtOnce(Sending(bot)) as at_once:
        at_once.answer(message(), "one line\n" * 600)
        await telegram.until(lambda: len(telegram.sent) == 2)
    assert "\n".join(telegram.texts()).split("\n") == ["one line"] * 600


@pytest.mark.parametrize("fault", [blocked(), Fault(status=400), Fault(status=401)])
async def test_a_fault_of_one_answer_harms_no_other(
    telegram: FakeTelegram, bot: Bot, fault: Fault
) -> None:
    telegram.script.add("sendMessage", fault)
    async with AtOnce(Sending(bot)) as at_once:
        at_once.answer(message(), "refused")
        await telegram.until(lambda: telegram.calls("sendMessage"))
        at_once.answer(message(), "fine")
    assert telegram.texts() == ["fine"]


async def test_starting_waits_until_telegram_can_be_reached(
    telegram: FakeTelegram, bot: Bot
) -> None:
    telegram.script.add("getMe", dropped())
    telegram.script.add("getMe", Fault(status=502))
    telegram.script.add("deleteWebhook", flood(1))
    await introduce(bot, QUICKLY)
    assert telegram.calls("deleteWebhook")[-1].answer == "ok"
    assert telegram.calls("deleteWebhook")[-1].params.get("drop_pending_updates") in (None, False)


async def test_a_wrong_token_is_named_at_once(telegram: FakeTelegram, queue: FakeQueue) -> None:
    async with new_bot("123456:not-the-token-of-this-server", telegram.url) as stranger:
        with pytest.raises(TokenRefused):
            await poll(stranger, queue, allowing(frozenset()))
