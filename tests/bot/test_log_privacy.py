"""No log line holds the token or a word of what people write."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from collections.abc import Iterator

import pytest
import structlog

from bot.log_privacy import LOGGERS, hush_aiogram
from tests.bot.conftest import FakeQueue, Polling
from tests.telegram.faults import Fault, dropped
from tests.telegram.server import TOKEN, FakeTelegram
from workers.redis_link import OutcomeUnknown
from workers.telemetry import configure_logging

SECRET = "the-secret-the-person-wrote"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Everything that is logged, as the entry points log it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    configure_logging("debug", stream=stream)
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield stream
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


async def test_nothing_private_is_logged_in_good_times_and_bad(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, lines: io.StringIO
) -> None:
    telegram.script.add("getUpdates", dropped())
    telegram.script.add("getUpdates", Fault(status=502, description=SECRET))
    telegram.script.add("sendMessage", Fault(status=400, description=SECRET))
    queue.faults.extend([OutcomeUnknown(SECRET), RuntimeError(SECRET)])
    telegram.say(SECRET)
    telegram.updates.add({"message": {"text": SECRET, "chat": SECRET}})
    telegram.say(SECRET, user_id=66, chat_id=66)
    last = telegram.say(f"{SECRET} again")
    async with polling():
        await telegram.until(lambda: last in telegram.updates.confirmed)
    assert queue.texts() == [f"{SECRET} again"]
    logged = lines.getvalue()
    for event in ("Failed to fetch updates", "an update failed", "could not be read"):
        assert event in logged
    assert SECRET not in logged
    assert TOKEN.partition(":")[2] not in logged


async def test_files_are_neither_fetched_nor_named_in_the_log(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, lines: io.StringIO
) -> None:
    file = {"file_id": SECRET, "file_unique_id": SECRET, "width": 1, "height": 1}
    telegram.say(None, photo=[file], caption="what is this?")
    telegram.say(None, document={**file, "file_name": SECRET})
    async with polling():
        await telegram.until(lambda: telegram.sent and queue.turns)
    assert queue.texts() == ["what is this?"]
    assert {call.method for call in telegram.log}.isdisjoint({"getFile"})
    assert SECRET not in lines.getvalue() + "".join(telegram.texts())


async def test_an_update_of_a_kind_yet_unknown_is_passed_over_in_silence(
    telegram: FakeTelegram, queue: FakeQueue, polling: Polling, capsys: pytest.CaptureFixture[str]
) -> None:
    telegram.updates.add({"telepathy": {"text": SECRET}})
    telegram.say("an ordinary message")
    async with polling():
        await queue.until(lambda: queue.turns)
    shown = capsys.readouterr()
    assert SECRET not in shown.out + shown.err


def test_errors_of_aiogram_are_logged_by_their_type_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    hush_aiogram()
    hush_aiogram()
    error = ValueError(f"http://host/bot{TOKEN}/getMe {SECRET}")
    logging.getLogger("aiogram.dispatcher").error("Failed - %s: %s", "ValueError", error)
    logging.getLogger("aiogram.event").error("Cause exception %d", 1, exc_info=error)
    assert TOKEN not in caplog.text
    assert SECRET not in caplog.text
    assert "Failed - ValueError: ValueError" in caplog.text
    assert len(logging.getLogger("aiogram.event").filters) == 1


@pytest.mark.parametrize("module", ["bot.dispatcher", "bot.polling"])
def test_receiving_loads_neither_langchain_nor_scikit_learn(module: str) -> None:
    code = (
        f"import sys, {module}; heavy = {{'langchain_core', 'langchain_openai', 'sklearn', "
        "'numpy', 'openai', 'telegramify_markdown'} & set(sys.modules); print(sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
