"""What a run stands on: one server behind a relay for each process, or a cluster of three servers
whose slots move."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import ClassVar, Protocol

import redis
from redis.crc import key_slot

from tests.bench.chaos.plan import PRODUCERS, Plan, Trouble
from tests.bench.chaos.relay import Relay
from tests.cluster import HERE, Cluster
from tests.servers import Server

OF_WORKERS = {"kill": 22, "freeze": 20, "terminate": 6}
"""kill -9 · stopped past its lease, then woken · told to end."""
ON_DISK = ("--appendonly", "yes", "--appendfsync", "always")
LONGEST_DOWN_S = 0.5
LONGEST_STANDSTILL_S = 1.5
"""Of a cluster's server; after three seconds the others would take it for dead."""


class Ground(Protocol):
    """relays: one for each process, producers first; none on a cluster, whose servers tell
    everybody their own addresses."""

    @property
    def url(self) -> str: ...

    @property
    def relays(self) -> Sequence[Relay]: ...

    weights: ClassVar[Mapping[str, int]]
    """The kinds of trouble there are, and how likely each is."""

    async def strike(self, trouble: Trouble) -> None:
        """Do to a server what the trouble says; return when it serves again."""
        ...


def way_to(ground: Ground, process: int) -> str:
    """The address that a process uses."""
    return ground.relays[process].url if ground.relays else ground.url


@dataclass
class OneServer:
    """server: killed and started again · drop: the connections of a process · lose: the answers
    to what it sends · stall: nothing goes through in either direction."""

    server: Server
    relays: Sequence[Relay]
    weights: ClassVar[Mapping[str, int]] = {
        **OF_WORKERS,
        "server": 8,
        "drop": 16,
        "lose": 16,
        "stall": 12,
    }

    @property
    def url(self) -> str:
        return self.server.url

    async def strike(self, trouble: Trouble) -> None:
        await asyncio.to_thread(self.server.stop)
        await asyncio.sleep(trouble.long * LONGEST_DOWN_S)
        await asyncio.to_thread(self.server.start)


@asynccontextmanager
async def one_server(plan: Plan) -> AsyncIterator[OneServer]:
    async with AsyncExitStack() as stack:
        server = Server(*ON_DISK)
        stack.push_async_callback(asyncio.to_thread, server.remove)
        await asyncio.to_thread(server.start)
        relays = []
        for number in range(PRODUCERS + plan.workers):
            relay = Relay(server.socket, server.home / f"relay{number}")
            await relay.start()
            stack.push_async_callback(relay.close)
            relays.append(relay)
        yield OneServer(server, relays)


@dataclass
class ThreeServers:
    """server: one is killed and started again · drop: all connections to one · stall: one stands
    still · move: a shard's slot goes over to the next server, key by key."""

    plan: Plan
    cluster: Cluster
    relays: Sequence[Relay] = ()
    weights: ClassVar[Mapping[str, int]] = {
        **OF_WORKERS,
        "server": 8,
        "drop": 16,
        "stall": 8,
        "move": 30,
    }

    @property
    def url(self) -> str:
        return self.cluster.url

    async def strike(self, trouble: Trouble) -> None:
        which = int(trouble.victim * len(self.cluster.servers))
        match trouble.kind:
            case "server":
                await asyncio.to_thread(self.cluster.restart, which)
            case "drop":
                await asyncio.to_thread(self._drop, which)
            case "stall":
                await self._stall(self.cluster.servers[which].pid, trouble.long)
            case _:
                shard = int(trouble.long * self.plan.shards)
                slot = key_slot(self.plan.keys.name("own", shard).encode())
                await asyncio.to_thread(self.cluster.migrate_slots, [slot])

    def _drop(self, which: int) -> None:
        with redis.Redis(host=HERE, port=self.cluster.ports[which]) as client:
            client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")

    @staticmethod
    async def _stall(pid: int, long: float) -> None:
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(long * LONGEST_STANDSTILL_S)
        finally:
            os.kill(pid, signal.SIGCONT)


@asynccontextmanager
async def three_servers(plan: Plan) -> AsyncIterator[ThreeServers]:
    cluster = Cluster(*ON_DISK)
    try:
        await asyncio.to_thread(cluster.start)
        yield ThreeServers(plan, cluster)
    finally:
        await asyncio.to_thread(cluster.remove)
