"""Every driver of the link, each with real servers to talk to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest
import redis

from tests.cluster import Cluster
from tests.sentinels import Sentinels
from tests.servers import Server
from workers.redis_link import RedisLink
from workers.redis_py_link import RedisPyLink

AnyLink: TypeAlias = RedisLink | RedisPyLink

Open: TypeAlias = Callable[..., Awaitable[AnyLink]]

OPENERS: dict[str, Open] = {"asyncio-redis": RedisLink.open, "redis-py": RedisPyLink.open}
"""Of the drivers that can talk to one server."""

DRIVERS = ("asyncio-redis", "redis-py", "redis-py and Sentinel", "redis-py and Cluster")


@dataclass(frozen=True)
class Driver:
    """open: a new link · servers: those that hold the data · standby: one that a Sentinel may
    have put in their place meanwhile, as it does on a machine that stands still for a moment."""

    open: Open
    url: str
    servers: Sequence[Server]
    standby: Sequence[Server] = ()

    async def link(self, **options: Any) -> AnyLink:
        return await self.open(self.url, **options)

    async def ask_all(self, *command: str) -> list[Any]:
        """One command on every server, from outside."""
        return await asyncio.to_thread(_ask_all, self.servers, command)

    async def blocked(self) -> int:
        """How many waits the servers know of."""
        servers = (*self.servers, *self.standby)
        told = await asyncio.to_thread(_ask_all, servers, ("INFO", "clients"))
        return sum(int(said["blocked_clients"]) for said in told)

    async def until_blocked(self, count: int) -> None:
        async with asyncio.timeout(10):
            while await self.blocked() != count:
                pass  # each look is a round trip


def _ask_all(servers: Sequence[Server], command: Sequence[str]) -> list[Any]:
    answers = []
    for server in servers:
        with redis.Redis(unix_socket_path=str(server.socket), protocol=2) as client:
            answers.append(client.execute_command(*command))
    return answers


def driver_at_hand(name: str, request: pytest.FixtureRequest) -> Driver:
    """Starts its servers when they are wanted for the first time."""
    if name == "redis-py and Cluster":
        cluster: Cluster = request.getfixturevalue("cluster")
        return Driver(RedisPyLink.open, cluster.url, cluster.servers)
    if name == "redis-py and Sentinel":
        sentinels: Sentinels = request.getfixturevalue("sentinels")
        url, primary, replica = sentinels.url, sentinels.primary, sentinels.replica
        return Driver(RedisPyLink.open, url, [primary], [replica])
    server: Server = request.getfixturevalue("server")
    return Driver(OPENERS[name], server.url, [server])
