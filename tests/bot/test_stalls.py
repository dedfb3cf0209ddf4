"""A poller that hears nothing is noticed, by itself and by whoever runs it."""

from __future__ import annotations

import asyncio

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramConflictError, TelegramNetworkError

from bot.at_once import AtOnce
from bot.dispatcher import build_dispatcher
from bot.polling import RECEIVED, introduce, poll
from bot.sending import Sending
from bot.stalls import HELD_BY_POLLER, HELD_BY_WEBHOOK, watched
from tests.bot.conftest import QUICKLY, FakeQueue, Logged, Polling, allowing
from tests.telegram.faults import Fault, stalled
from tests.telegram.server import FakeTelegram
from tests.telegram.updates import CONFLICT
from tests.telegram.webhooks import ACTIVE


async def test_a_call_that_never_returns_gets_a_new_client(
    telegram: FakeTelegram, bot: Bot
) -> None:
    telegram.script.add("getUpdates", stalled(), 2)
    telegram.say("still there?")
    async with watched(bot, patience_s=0.05) as watchdog:
        for _ in range(2):
            with pytest.raises(TelegramNetworkError, match="stalled"):
                await bot.get_updates(timeout=0)
        assert [update.message.text for update in await bot.get_updates() if update.message]
        assert watchdog.renewed == 2


async def test_a_poller_that_stalls_goes_on_by_itself(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue
) -> None:
    telegram.script.add("getUpdates", stalled())
    telegram.say("still there?")
    polling = poll(bot, queue, allowing(), polling_timeout_s=0, patience_s=0.05, backoff=QUICKLY)
    task = asyncio.create_task(polling)
    await queue.until(lambda: queue.turns)
    task.cancel()
    await asyncio.wait({task})
    assert queue.texts() == ["still there?"]


async def test_other_calls_may_take_their_time(telegram: FakeTelegram, bot: Bot) -> None:
    async with watched(bot, patience_s=0.0) as watchdog:
        assert (await bot.get_me()).is_bot
    assert watchdog.renewed == 0


@pytest.mark.parametrize(
    ("description", "word"), [(CONFLICT, HELD_BY_POLLER), (ACTIVE, HELD_BY_WEBHOOK)]
)
async def test_whoever_holds_the_token_is_named_once_a_minute(
    telegram: FakeTelegram,
    bot: Bot,
    logged: Logged,
    description: str,
    word: str,
) -> None:
    telegram.script.add("getUpdates", Fault(status=409, description=description), 3)
    async with watched(bot):
        for _ in range(3):
            with pytest.raises(TelegramConflictError):
                await bot.get_updates()
    assert [line["why"] for line in logged] == [word]


async def test_polling_goes_on_once_the_other_poller_is_gone(
    telegram: FakeTelegram, bot: Bot, queue: FakeQueue, polling: Polling
) -> None:
    async with polling(timeout_s=5):
        await telegram.until(lambda: telegram.calls("getUpdates"))
        await bot.get_updates(timeout=0)
        telegram.say("hello")
        await queue.until(lambda: queue.turns)
    assert queue.texts() == ["hello"]


async def test_whoever_starts_it_is_told_of_privacy_mode(
    telegram: FakeTelegram, bot: Bot, logged: Logged
) -> None:
    await introduce(bot)
    assert any("/setprivacy" in str(line.get("why")) for line in logged)


async def test_a_webhook_that_was_set_is_said_and_ended(
    telegram: FakeTelegram, bot: Bot, logged: Logged
) -> None:
    await bot.set_webhook("http://127.0.0.1:9")
    telegram.say("kept")
    await introduce(bot)
    assert any("never both" in str(line.get("why")) for line in logged)
    assert len(await bot.get_updates()) == 1


async def test_all_kinds_of_updates_that_are_handled_are_asked_for(
    bot: Bot, queue: FakeQueue
) -> None:
    async with AtOnce(Sending(bot)) as at_once:
        dispatcher = build_dispatcher(queue, allowing(), at_once)
        assert set(dispatcher.resolve_used_update_types()) <= set(RECEIVED)
