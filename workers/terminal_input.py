"""Lines of standard input for an event loop, whatever stands behind it (pipe, file, terminal)."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator

READ_BYTES = 1 << 16


async def input_lines(handle: int = 0) -> AsyncIterator[str]:
    """The lines of a file handle, without their ends, until its end. Bytes that are not UTF-8
    become U+FFFD.

    A daemon thread reads the bare handle: it can be left behind in a blocking read when the
    process ends, which neither an executor's thread nor a buffered reader can.
    """
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[str | None] = asyncio.Queue(maxsize=64)

    def hand_over(line: str | None) -> None:
        asyncio.run_coroutine_threadsafe(waiting.put(line), loop).result()

    threading.Thread(target=_read, args=(handle, hand_over), daemon=True).start()
    while (line := await waiting.get()) is not None:
        yield line


def _read(handle: int, hand_over: Callable[[str | None], None]) -> None:
    try:
        for line in _split(handle):
            hand_over(line)
        hand_over(None)
    except (RuntimeError, asyncio.CancelledError):  # the loop has ended; nobody reads on
        return


def _split(handle: int) -> Iterator[str]:
    held = b""
    while chunk := os.read(handle, READ_BYTES):
        *lines, held = (held + chunk).split(b"\n")
        yield from (line.decode("utf-8", "replace").rstrip("\r") for line in lines)
    if held:
        yield held.decode("utf-8", "replace")
