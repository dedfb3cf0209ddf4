"""A TCP relay before a real server that can let calls through and cut off their answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class CuttingRelay:
    """While `cutting`, what callers send reaches the server; at its first answer the caller's
    connection is dropped instead of hearing it."""

    socket: Path
    url: str = ""
    cutting: bool = False
    passing: set[asyncio.Task[None]] = field(default_factory=set)

    def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.passing.add(asyncio.ensure_future(self._relay(reader, writer)))

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, calls = await asyncio.open_unix_connection(self.socket)
        forth = asyncio.ensure_future(self._copy(reader, calls))
        try:
            while answer := await answers.read(1 << 16):
                if self.cutting:
                    break
                writer.write(answer)
        finally:
            forth.cancel()
            writer.transport.abort()
            calls.transport.abort()

    @staticmethod
    async def _copy(reader: asyncio.StreamReader, calls: asyncio.StreamWriter) -> None:
        while heard := await reader.read(1 << 16):
            calls.write(heard)
        calls.close()


@asynccontextmanager
async def cutting_relay(socket: Path) -> AsyncIterator[CuttingRelay]:
    relay = CuttingRelay(socket)
    server = await asyncio.start_server(relay.receive, "127.0.0.1", 0)
    try:
        relay.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield relay
    finally:
        server.close()
        for task in relay.passing:
            task.cancel()
        await asyncio.gather(*relay.passing, return_exceptions=True)
