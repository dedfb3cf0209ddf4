"""The processes that people start, told to end while they start and more than once."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import aiohttp
import pytest

from tests.processes import Running, environment, running
from tests.telegram.server import TOKEN, FakeTelegram
from workers.embedded_server import Premises

COMMANDS = [("-m", "bot"), ("-m", "bot", "--local"), ("-m", "workers")]


def settings(home: Path, telegram: FakeTelegram) -> dict[str, str]:
    return environment(
        home, TELEGRAM_BOT_TOKEN=TOKEN, TELEGRAM_API_URL=telegram.url, HAFEZ_ALLOWED_USERS="7"
    )


async def ended(process: Running, *kinds: signal.Signals) -> int:
    for kind in kinds:
        process.send(kind)
    return await process.process.wait()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
async def test_two_signals_at_once_end_a_process_well(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    async with (
        FakeTelegram() as telegram,
        running(*command, env=settings(tmp_path / "home", telegram), cwd=tmp_path) as process,
    ):
        await process.until_it_says("worker ready" if command[-1] != "bot" else "Start polling")
        assert await ended(process, signal.SIGTERM, signal.SIGINT) == 0
    assert not Premises((tmp_path / "home").resolve()).alive()
    assert not process.said("Traceback")


async def test_called_by_telegram_it_takes_a_message_tells_of_life_and_ends_well(
    tmp_path: Path,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = int(taken.getsockname()[1])
    async with FakeTelegram() as telegram:
        here = f"http://127.0.0.1:{port}"
        env = settings(tmp_path / "home", telegram) | {
            "HAFEZ_WEBHOOK_URL": here,
            "HAFEZ_WEBHOOK_ADDRESS": "127.0.0.1:1",
            "PORT": str(port),
        }
        async with running("-m", "bot", "--webhook", env=env, cwd=tmp_path) as process:
            await process.until_it_says("waiting to be called")
            update_id = telegram.say("hello")
            await telegram.until(lambda: update_id in telegram.updates.confirmed)
            async with aiohttp.ClientSession() as session:
                for path in ("live", "ready"):
                    async with session.get(f"{here}/{path}") as answer:
                        assert answer.status == 200
            assert await ended(process, signal.SIGTERM) == 0
        assert telegram.webhooks.url, "what comes is kept until it is back"
        assert not process.said("Traceback")


async def test_without_an_address_to_be_called_at_it_says_what_is_wanted(tmp_path: Path) -> None:
    async with FakeTelegram() as telegram:
        env = settings(tmp_path / "home", telegram)
        async with running("-m", "bot", "--webhook", env=env, cwd=tmp_path) as process:
            await process.until_it_says("HAFEZ_WEBHOOK_URL")
            assert await process.process.wait() == 2


async def test_a_signal_while_it_starts_leaves_no_server_behind(tmp_path: Path) -> None:
    async with (
        FakeTelegram() as telegram,
        running("-m", "workers", env=settings(tmp_path / "home", telegram), cwd=tmp_path) as worker,
    ):
        await worker.until_it_says("embedded server started")
        assert await ended(worker, signal.SIGTERM) == 0
    assert not Premises((tmp_path / "home").resolve()).alive()
    assert not worker.said("Traceback")
