"""Channels listened to with redis-py, across drops."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence

import structlog

from workers.link import OutcomeUnknown, Response, ServerSaidNo, Unreachable
from workers.listeners import tell
from workers.redis_greeting import Pauses
from workers.redis_py_connection import ServerConnection, in_time
from workers.redis_py_node import Dial

log = structlog.get_logger()


class Subscription:
    """on_message and on_gap as in Link.subscribe."""

    def __init__(
        self,
        dial: Dial,
        channels: Sequence[str],
        on_message: Callable[[str, bytes], None],
        on_gap: Callable[[], None],
        timeout_s: float,
    ) -> None:
        self._dial = dial
        self._channels = channels
        self._on_message = on_message
        self._on_gap = on_gap
        self._timeout_s = timeout_s
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """One try; return once subscribed to all. Raises Unreachable."""
        self._keeper = asyncio.create_task(self._keep(await self._subscribed()))

    def begin(self) -> None:
        """Try until subscribed, however long it takes; on_gap tells when."""
        self._keeper = asyncio.create_task(self._begin())

    async def close(self) -> None:
        if self._keeper:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])

    async def _begin(self) -> None:
        connection = await self._redial()
        tell(self._on_gap)
        await self._keep(connection)

    async def _keep(self, connection: ServerConnection) -> None:
        while True:
            place = connection.address.place
            try:
                with contextlib.suppress(OutcomeUnknown, ServerSaidNo):
                    while True:
                        self._hear(await connection.answer())
            finally:
                connection.drop()
            log.warning("redis connection lost", place=place)
            connection = await self._redial()
            log.info("redis connected again", place=connection.address.place)
            tell(self._on_gap)

    async def _redial(self) -> ServerConnection:
        pauses, last = Pauses(), ""
        while True:
            await asyncio.sleep(pauses.next_s())
            try:
                return await self._subscribed()
            except Unreachable as why:
                if str(why) != last:  # once per reason, not once per try
                    log.warning("redis unreachable", why=str(why))
                last = str(why)

    async def _subscribed(self) -> ServerConnection:
        connection = await self._dial()
        ready = False
        try:
            async with in_time(self._timeout_s):
                await connection.write([("SUBSCRIBE", *self._channels)])
                await self._confirmed(connection)
            ready = True
        except ServerSaidNo as refusal:
            why = f"the server at {connection.address.place} lets us not listen ({refusal.code})"
            raise Unreachable(why, refused=True) from None
        except (OutcomeUnknown, TimeoutError):
            raise Unreachable(f"no answer from {connection.address.place}") from None
        finally:
            if not ready:
                connection.drop()
        return connection

    async def _confirmed(self, connection: ServerConnection) -> None:
        missing = set(self._channels)
        while missing:
            said = await connection.answer()
            if isinstance(said, list) and said[:1] == [b"subscribe"]:
                channel = said[1]
                missing.discard(channel.decode() if isinstance(channel, bytes) else "")
            else:
                self._hear(said)

    def _hear(self, said: Response) -> None:
        match said:
            case [b"message", bytes(channel), bytes(payload)]:
                tell(self._on_message, channel.decode("utf-8", "replace"), payload)
