"""A TCP peer that speaks just enough of the server's protocol to misbehave on demand."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

Command: TypeAlias = list[bytes]


@dataclass
class Visit:
    """One connection to the peer: what it said so far, and how to answer it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    said: list[Command] = field(default_factory=list)

    async def hear(self) -> Command:
        """Wait for the next command; raises EOFError when the caller is gone."""
        count = int((await self._line())[1:])
        command = [await self._bulk() for _ in range(count)]
        self.said.append(command)
        return command

    async def say(self, answer: bytes) -> None:
        self.writer.write(answer)
        await self.writer.drain()

    def drop(self) -> None:
        self.writer.transport.abort()

    async def _line(self) -> bytes:
        line = await self.reader.readline()
        if not line:
            raise EOFError
        return line

    async def _bulk(self) -> bytes:
        size = int((await self._line())[1:])
        return (await self.reader.readexactly(size + 2))[:-2]


Behaviour: TypeAlias = Callable[[Visit, Command], Awaitable[None]]


@dataclass
class FakePeer:
    """Answers the handshake itself and hands every other command to `behave`; change `behave`
    (or `greet`) at any time."""

    behave: Behaviour
    greet: bytes = b"+PONG\r\n"
    url: str = ""
    visits: list[Visit] = field(default_factory=list)
    visited: asyncio.Condition = field(default_factory=asyncio.Condition)
    attending: set[asyncio.Task[None]] = field(default_factory=set)

    async def wait_for_visits(self, count: int) -> None:
        async with self.visited:
            await self.visited.wait_for(lambda: len(self.visits) >= count)

    def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.attending.add(asyncio.ensure_future(self._receive(reader, writer)))

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visit = Visit(reader, writer)
        async with self.visited:
            self.visits.append(visit)
            self.visited.notify_all()
        try:
            await self._attend(visit)
        except (EOFError, OSError):
            pass
        finally:
            visit.drop()

    async def _attend(self, visit: Visit) -> None:
        while True:
            command = await visit.hear()
            if command == [b"PING"]:
                await visit.say(self.greet)
            else:
                await self.behave(visit, command)


@asynccontextmanager
async def fake_peer(
    behave: Behaviour, tls: ssl.SSLContext | None = None
) -> AsyncIterator[FakePeer]:
    """Listens on a free port of this machine; its `url` is for RedisLink.open."""
    peer = FakePeer(behave)
    server = await asyncio.start_server(peer.receive, "127.0.0.1", 0, ssl=tls)
    try:
        peer.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield peer
    finally:
        server.close()
        for task in peer.attending:
            task.cancel()
        await asyncio.gather(*peer.attending, return_exceptions=True)


async def answer_ok(visit: Visit, _command: Command) -> None:
    await visit.say(b"+OK\r\n")


async def say_nothing(_visit: Visit, _command: Command) -> None:
    """The network swallowed it, or the peer hangs."""
