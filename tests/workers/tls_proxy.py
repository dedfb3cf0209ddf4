"""A TLS front of ours before a real server, as hosted ones have it, and its certificates."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trustme

HERE = "127.0.0.1"


def front_context(certificate: trustme.LeafCert) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return context


@dataclass
class TlsProxy:
    """Decrypts what comes in and passes it to the server's socket; `drop` cuts off everyone."""

    socket: Path
    port: int = 0
    visits: int = 0
    passing: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def place(self) -> str:
        return f"{HERE}:{self.port}"

    def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits += 1
        task = asyncio.ensure_future(self._relay(reader, writer))
        self.passing.add(task)

    def drop(self) -> None:
        for task in self.passing:
            task.cancel()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, calls = await asyncio.open_unix_connection(self.socket)
        both = [
            asyncio.ensure_future(_copy(reader, calls)),
            asyncio.ensure_future(_copy(answers, writer)),
        ]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in both:
                one.cancel()
            writer.transport.abort()
            calls.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while heard := await reader.read(1 << 16):
            writer.write(heard)


@asynccontextmanager
async def tls_proxy(socket: Path, certificate: trustme.LeafCert) -> AsyncIterator[TlsProxy]:
    proxy = TlsProxy(socket)
    server = await asyncio.start_server(proxy.receive, HERE, 0, ssl=front_context(certificate))
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.drop()
        await asyncio.gather(*proxy.passing, return_exceptions=True)
