"""A lock on a file between processes; the system frees it when its holder ends, however."""

from __future__ import annotations

import asyncio
import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

POLL_S = 0.02  # the system tells nobody when a lock becomes free


class FileLock:
    """Open from its construction until `close`. Locks are held by the open file: a process that
    inherits `fd` keeps them, and two of these on one path stand in each other's way even in one
    process."""

    def __init__(self, path: Path) -> None:
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def take_alone(self) -> bool:
        """Lock it against everybody, now or not at all; a shared lock of ours is given up for
        it either way."""
        return self._take(fcntl.LOCK_EX)

    def take_shared(self) -> bool:
        """Lock it against those who want it alone, now or not at all."""
        return self._take(fcntl.LOCK_SH)

    async def wait_alone(self, timeout_s: float) -> bool:
        """Lock it against everybody, as soon as it is free; False: the time is up."""
        until = asyncio.get_running_loop().time() + timeout_s
        while not self.take_alone():
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(POLL_S)
        return True

    def release(self) -> None:
        fcntl.flock(self.fd, fcntl.LOCK_UN)

    def read(self) -> bytes:
        return os.pread(self.fd, 1 << 16, 0)

    def write(self, content: bytes) -> None:
        """Replace the file's content."""
        os.ftruncate(self.fd, 0)
        os.pwrite(self.fd, content, 0)

    def close(self) -> None:
        os.close(self.fd)

    def _take(self, how: int) -> bool:
        try:
            fcntl.flock(self.fd, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
