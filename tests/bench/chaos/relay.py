"""A relay before the server that drops connections, loses answers, or stands still."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from workers.redis_address import unix_url

CHUNK = 1 << 16


class Relay:
    """One process' way to the server; listens on a unix socket."""

    def __init__(self, server: Path, socket: Path) -> None:
        self.url = unix_url(socket)
        self._server = server
        self._socket = socket
        self._losing = False
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None

    async def start(self) -> None:
        self._listener = await asyncio.start_unix_server(self._receive, self._socket)

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.close()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def drop(self) -> None:
        """Every connection breaks, in the middle of whatever it was at."""
        for writer in self._writers:
            writer.transport.abort()

    async def lose(self, for_s: float) -> None:
        """Calls go through; the first answer to any of them breaks its connection instead of
        being heard."""
        self._losing = True
        await asyncio.sleep(for_s)
        self._losing = False

    async def stall(self, for_s: float) -> None:
        """Nothing goes through in either direction, and nobody is told."""
        self._open.clear()
        await asyncio.sleep(for_s)
        self._open.set()

    def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._relay(reader, writer))
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = {writer}
        self._writers.add(writer)
        with suppress(OSError):
            try:
                answers, calls = await asyncio.open_unix_connection(self._server)
                ends.add(calls)
                self._writers.add(calls)
                there = asyncio.ensure_future(self._copy(reader, calls))
                back = asyncio.ensure_future(self._copy(answers, writer, answering=True))
                try:
                    await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    there.cancel()
                    back.cancel()
                    await asyncio.gather(there, back, return_exceptions=True)
            finally:
                for end in ends:
                    end.transport.abort()
                    self._writers.discard(end)

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answering: bool = False
    ) -> None:
        while heard := await reader.read(CHUNK):
            await self._open.wait()
            if answering and self._losing:
                return
            writer.write(heard)
            await writer.drain()
