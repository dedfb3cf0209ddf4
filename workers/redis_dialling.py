"""Getting connected to the server, and staying connected."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import structlog

from workers.link import NotSent, OutcomeUnknown, ServerSaidNo, Unreachable
from workers.redis_address import Address
from workers.redis_greeting import SHORTEST_PAUSE_S, Pauses, keep_alive, refused
from workers.redis_protocol import RedisConnection, greet
from workers.trust import distrusted, tls_context

log = structlog.get_logger()

Prepare: TypeAlias = Callable[[RedisConnection], Awaitable[None]]


async def nothing_more(_connection: RedisConnection) -> None:
    """For connections that are ready once the server knows who we are."""


async def connect(address: Address) -> RedisConnection:
    """A connection on which nothing was said yet. Raises OSError."""
    loop = asyncio.get_running_loop()
    if address.path:
        _, connection = await loop.create_unix_connection(RedisConnection, address.path)
    else:
        # With TLS the certificate must be for this host.
        context = tls_context(address.trust) if address.trust else None
        transport, connection = await loop.create_connection(
            RedisConnection, address.host, address.port, ssl=context
        )
        keep_alive(transport.get_extra_info("socket"))
    return connection


async def dial(
    address: Address, timeout_s: float, prepare: Prepare = nothing_more
) -> RedisConnection:
    """One try; the connection has greeted the server and is prepared. Raises Unreachable."""
    try:
        async with asyncio.timeout(timeout_s):
            return await _greeted(await connect(address), address, prepare)
    except TimeoutError:
        raise Unreachable(f"no server answered in time at {address.place}") from None
    except ssl.SSLError as error:
        raise distrusted(error, address.place) from None
    except OSError:
        raise Unreachable(f"no server listens at {address.place}") from None
    except OutcomeUnknown:
        raise Unreachable(f"the server at {address.place} closed the connection") from None
    except ServerSaidNo as refusal:
        raise refused(refusal, address) from None


async def dial_until(
    address: Address, until: float, prepare: Prepare = nothing_more, *, insist: bool = False
) -> RedisConnection:
    """Try until the loop's time `until`. Raises Unreachable: the time is up, or (unless we
    insist) the server refuses us."""
    loop, pauses = asyncio.get_running_loop(), Pauses()
    while True:
        try:
            # The last try too gets long enough to hear that nobody listens.
            return await dial(address, max(until - loop.time(), SHORTEST_PAUSE_S), prepare)
        except Unreachable as why:
            if why.refused and not insist:
                raise
            left_s = until - loop.time()
            if left_s <= 0:
                raise
        await asyncio.sleep(min(pauses.next_s(), left_s))


class KeptConnection:
    """A connection that comes back by itself after a drop.

    prepare: what else a new connection needs · on_return: told each time it is back.
    """

    def __init__(
        self,
        address: Address,
        timeout_s: float,
        prepare: Prepare = nothing_more,
        on_return: Callable[[], None] = lambda: None,
    ) -> None:
        self._address = address
        self._timeout_s = timeout_s
        self._prepare = prepare
        self._on_return = on_return
        self._connection: RedisConnection | None = None
        self._up = asyncio.Event()
        self._closed = False
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect for the first time. Raises Unreachable."""
        until = asyncio.get_running_loop().time() + self._timeout_s
        self._publish(await dial_until(self._address, until, self._prepare))
        self._keeper = asyncio.create_task(self._keep())

    @property
    def ready(self) -> RedisConnection | None:
        """The connection, if a call can be written to it at once."""
        connection = self._connection
        return connection if connection and connection.is_writable else None

    async def writable(self) -> RedisConnection:
        """Wait, for however long it takes, until a call can be written. Raises NotSent once
        closed."""
        while True:
            connection = await self._live()
            with contextlib.suppress(NotSent):
                await connection.writable()
                return connection

    def give_up_stuck(self) -> None:
        """Drop a connection whose peer reads nothing any more."""
        if self._connection and self._connection.alive and not self._connection.is_writable:
            self._connection.abort()

    async def close(self) -> None:
        self._closed = True
        self._up.set()
        if self._keeper:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        if self._connection:
            self._connection.abort()
            await self._connection.closed.wait()

    async def _live(self) -> RedisConnection:
        while not self._closed:
            await self._up.wait()
            if self._connection and self._connection.alive:
                return self._connection
            if not self._closed:
                self._up.clear()  # the keeper has not noticed yet; it sets this again
        raise NotSent("the link is closed")

    def _publish(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._up.set()

    async def _keep(self) -> None:
        while self._connection:
            await self._connection.closed.wait()
            log.warning("redis connection lost", place=self._address.place)
            self._publish(await self._redial())
            log.info("redis connected again", place=self._address.place)
            self._on_return()

    async def _redial(self) -> RedisConnection:
        pauses, last = Pauses(), ""
        while True:
            await asyncio.sleep(pauses.next_s())
            try:
                return await dial(self._address, self._timeout_s, self._prepare)
            except Unreachable as why:
                if str(why) != last:  # once per reason, not once per try
                    log.warning("redis unreachable", why=str(why))
                last = str(why)


class WaitConnections:
    """Connections for blocking waits. One is kept for the next wait; one whose wait did not end
    by itself is dropped, so that the server forgets the wait and eats no token for nobody."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._idle: RedisConnection | None = None
        self._lent: set[RedisConnection] = set()
        self._closing = asyncio.Event()

    @contextlib.asynccontextmanager
    async def borrow(self, until: float) -> AsyncIterator[RedisConnection]:
        """Raises Unreachable when there is none by the loop's time `until`, NotSent once
        closed."""
        connection = await self._take(until)
        self._lent.add(connection)
        ended = False
        try:
            yield connection
            ended = True
        finally:
            self._lent.discard(connection)
            self._put_back(connection, ended)

    def closed(self) -> bool:
        return self._closing.is_set()

    async def close(self) -> None:
        self._closing.set()
        open_ones = [*self._lent, *([self._idle] if self._idle else [])]
        for connection in open_ones:
            connection.abort()
            await connection.closed.wait()

    async def _take(self, until: float) -> RedisConnection:
        if self.closed():
            raise NotSent("the link is closed")
        idle, self._idle = self._idle, None
        if idle and idle.alive:
            return idle
        connection = await dial_until(self._address, until, insist=True)
        if self.closed():
            connection.abort()
        return connection

    def _put_back(self, connection: RedisConnection, ended: bool) -> None:
        if ended and not self.closed() and self._idle is None:
            self._idle = connection
        else:
            connection.abort()


async def _greeted(
    connection: RedisConnection, address: Address, prepare: Prepare
) -> RedisConnection:
    ready = False
    try:
        await greet(connection, address)
        await prepare(connection)
        ready = True
    finally:
        if not ready:
            connection.abort()
    return connection
