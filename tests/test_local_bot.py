"""Telegram and a worker in one process, which is what `make run` starts when there is a token."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.processes import Running, environment, running
from tests.telegram.server import TOKEN, FakeTelegram

PERSON, GUEST = 7, 55
COMMANDS = [("-m", "bot", "--local"), ("-m", "workers", "start")]


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram() as telegram:
        yield telegram


def settings(telegram: FakeTelegram, tmp_path: Path, token: str = TOKEN) -> dict[str, str]:
    return environment(
        tmp_path / "home",
        TELEGRAM_BOT_TOKEN=token,
        TELEGRAM_API_URL=telegram.url,
        HAFEZ_ALLOWED_USERS=str(PERSON),
    )


async def asks(telegram: FakeTelegram, text: str) -> str:
    """The reply to what the person says."""
    before = len(telegram.texts(PERSON))
    telegram.say(text, chat_id=PERSON, user_id=PERSON)
    await telegram.until(lambda: len(telegram.texts(PERSON)) > before, timeout_s=60)
    return telegram.texts(PERSON)[-1]


@pytest.mark.parametrize("command", COMMANDS)
async def test_one_process_takes_answers_and_remembers(
    telegram: FakeTelegram, tmp_path: Path, command: tuple[str, ...]
) -> None:
    env = settings(telegram, tmp_path)
    async with running(*command, env=env, cwd=tmp_path) as first:
        await first.until_it_says("worker ready")
        await asks(telegram, "My order number is QZ-77120-b.")
        assert await first.end() == 0
    async with running(*command, env=env, cwd=tmp_path) as second:
        await second.until_it_says("worker ready")
        assert "QZ-77120-b" in await asks(telegram, "What is my order number?")
        assert await ended_by_ctrl_c(second) == 0
    assert "QZ-77120-b" not in "".join(first.lines + second.lines)


async def test_a_business_account_that_is_let_in_is_answered_for(
    telegram: FakeTelegram, tmp_path: Path
) -> None:
    async with running(
        "-m", "bot", "--local", env=settings(telegram, tmp_path), cwd=tmp_path
    ) as bot:
        await bot.until_it_says("worker ready")
        telegram.business.connect(PERSON)
        telegram.business.say("My order number is QZ-77120-b.")
        await telegram.until(lambda: len(telegram.texts(GUEST)) == 1, timeout_s=60)
        telegram.business.say("What is my order number?")
        await telegram.until(lambda: len(telegram.texts(GUEST)) == 2, timeout_s=60)
        assert "QZ-77120-b" in telegram.texts(GUEST)[-1]
        telegram.business.delete([message_id for _, message_id in telegram.chats.said])
        telegram.business.say("What is my order number?")
        await telegram.until(lambda: len(telegram.texts(GUEST)) == 3, timeout_s=60)
        assert "QZ-77120-b" not in telegram.texts(GUEST)[-1]
        assert {sent["from"]["id"] for sent in telegram.sent if sent["chat"]["id"] == GUEST} == {
            PERSON
        }


async def ended_by_ctrl_c(process: Running) -> int:
    process.send_to_group(signal.SIGINT)
    return await process.end()


async def test_a_token_that_telegram_does_not_know_is_said_in_a_sentence(
    telegram: FakeTelegram, tmp_path: Path
) -> None:
    env = settings(telegram, tmp_path, token="123456:another-token-of-nobody-0000001")
    async with running("-m", "bot", "--local", env=env, cwd=tmp_path) as process:
        await process.until_it_says("TELEGRAM_BOT_TOKEN: ")
        assert await process.process.wait() == 1
    assert "another-token" not in "".join(process.lines)
    assert "Traceback" not in "".join(process.lines)
