"""The processes that people start, told to end while they start and more than once."""

from __future__ import annotations

import signal
from pathlib import Path

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


async def test_a_signal_while_it_starts_leaves_no_server_behind(tmp_path: Path) -> None:
    async with (
        FakeTelegram() as telegram,
        running("-m", "workers", env=settings(tmp_path / "home", telegram), cwd=tmp_path) as worker,
    ):
        await worker.until_it_says("embedded server started")
        assert await ended(worker, signal.SIGTERM) == 0
    assert not Premises((tmp_path / "home").resolve()).alive()
    assert not worker.said("Traceback")
