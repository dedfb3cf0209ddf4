"""A poller that hears nothing is noticed, by itself and by whoever runs it."""

from __future__ import annotations

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramConflictError, TelegramNetworkError

from bot.polling import introduce
from bot.stalls import HELD_BY_POLLER, HELD_BY_WEBHOOK, Watchdog
from tests.bot.conftest import FakeQueue, Polling
from tests.telegram.faults import Fault, stalled
from tests.telegram.server import FakeTelegram
from tests.telegram.updates import CONFLICT
from tests.telegram.webhooks import ACTIVE


async def test_a_call_that_never_returns_gets_a_new_client(
    telegram: FakeTelegram, bot: Bot
) -> None:
    watchdog = Watchdog(patience_s=0.05)
    bot.session.middleware(watchdog)
    telegram.script.add("getUpdates", stalled(), 2)
    telegram.say("still there?")
    for _ in range(2):
        with pytest.raises(TelegramNetworkError, match="stalled"):
            await bot.get_updates(timeout=0)
    assert [update.message.text for update in await bot.get_updates() if update.message]
    assert watchdog.renewed == 2
    await watchdog.close()


async def test_other_calls_may_take_their_time(telegram: FakeTelegram, bot: Bot) -> None:
    watchdog = Watchdog(patience_s=0.0)
    bot.session.middleware(watchdog)
    assert (await bot.get_me()).is_bot
    assert watchdog.renewed == 0


@pytest.mark.parametrize(
    ("description", "word"), [(CONFLICT, HELD_BY_POLLER), (ACTIVE, HELD_BY_WEBHOOK)]
)
async def test_whoever_holds_the_token_is_named_once_a_minute(
    telegram: FakeTelegram,
    bot: Bot,
    capsys: pytest.CaptureFixture[str],
    description: str,
    word: str,
) -> None:
    bot.session.middleware(Watchdog())
    telegram.script.add("getUpdates", Fault(status=409, description=description), 3)
    for _ in range(3):
        with pytest.raises(TelegramConflictError):
            await bot.get_updates()
    assert capsys.readouterr().out.count(word) == 1


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
    telegram: FakeTelegram, bot: Bot, capsys: pytest.CaptureFixture[str]
) -> None:
    await introduce(bot)
    assert "/setprivacy" in capsys.readouterr().out


async def test_a_webhook_that_was_set_is_said_and_ended(
    telegram: FakeTelegram, bot: Bot, capsys: pytest.CaptureFixture[str]
) -> None:
    await bot.set_webhook("http://127.0.0.1:9")
    telegram.say("kept")
    await introduce(bot)
    assert "never both" in capsys.readouterr().out
    assert len(await bot.get_updates()) == 1
