"""The one server that all engines run on, and what it says about itself."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from workers.embedded_server import embedded_server
from workers.redis_link import RedisLink

OURS = ("info", "config|set", "config|resetstat", "flushall")


@dataclass(frozen=True, slots=True)
class Effort:
    """CPU of the server's, and commands it ran (those within scripts too), since it started."""

    cpu_s: float
    commands: int

    def __sub__(self, before: Effort) -> Effort:
        return Effort(self.cpu_s - before.cpu_s, self.commands - before.commands)


@dataclass(frozen=True)
class Server:
    url: str
    link: RedisLink

    async def clear(self) -> None:
        await self.link.call("FLUSHALL")

    async def effort(self) -> Effort:
        told = await self._info("all")
        cpu_s = float(told["used_cpu_user"]) + float(told["used_cpu_sys"])
        return Effort(cpu_s, sum(map(_calls, filter(_counts, told.items()))))

    async def used_bytes(self) -> int:
        return int((await self._info("memory"))["used_memory"])

    async def _info(self, section: str) -> dict[str, str]:
        answer = await self.link.call("INFO", section)
        assert isinstance(answer, bytes)
        pairs = (line.partition(":") for line in answer.decode().splitlines() if ":" in line)
        return {name: value for name, _, value in pairs}


@asynccontextmanager
async def bench_server() -> AsyncIterator[Server]:
    """The embedded server, which also listens on a port of this machine: not every engine speaks
    over a unix socket, and all are to have the same."""
    with tempfile.TemporaryDirectory(prefix="hafez-bench-") as home:
        async with embedded_server(Path(home)) as url, await RedisLink.open(url) as link:
            port = _free_port()
            # A rewrite of the append-only file would meet one engine and not the others.
            await link.call("CONFIG", "SET", "port", port, "auto-aof-rewrite-percentage", 0)
            yield Server(f"redis://127.0.0.1:{port}", link)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _counts(stat: tuple[str, str]) -> bool:
    return stat[0].startswith("cmdstat_") and stat[0].removeprefix("cmdstat_") not in OURS


def _calls(stat: tuple[str, str]) -> int:
    return int(stat[1].removeprefix("calls=").partition(",")[0])
