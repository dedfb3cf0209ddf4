"""Counts the round trips of an engine that speaks through redis-py, from outside."""

from __future__ import annotations

from typing import Any

from redis.asyncio.connection import AbstractConnection

from tests.bench.peers.protocol import Log


def count(log: Log) -> None:
    """A command, and a pipeline of several, is written once and waited for once."""
    connections: Any = AbstractConnection
    send = connections.send_packed_command

    async def counted(self: Any, *command: Any, **more: Any) -> None:
        log.round_trips += 1
        await send(self, *command, **more)

    connections.send_packed_command = counted
