"""One connection to one server, with redis-py: opened once, never by itself again."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeAlias

from redis._parsers import _AsyncRESP2Parser
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from workers.link import Argument, OutcomeUnknown, Response, ServerSaidNo, Unreachable
from workers.redis_address import Address
from workers.redis_greeting import keep_alive, refused
from workers.trust import distrusted, tls_context

LONGEST_LINE_BYTES = 1 << 20  # an error line may quote a script; asyncio's own 64 KiB is too short
GRACE_S = 0.05
GARBLED = (EOFError, OSError, ValueError, RecursionError, RedisError)
"""What reading raises when the connection is gone, or what came in is no answer."""

Command: TypeAlias = Sequence[Argument]


class _PlainErrors(_AsyncRESP2Parser):
    """Leaves every error as the server said it, its code first."""

    EXCEPTION_CLASSES = {}  # noqa: RUF012  # the parent's name, and its type


class ServerConnection(AbstractConnection):
    """redis-py's connection without its own retries and time limits: ours are around it."""

    def __init__(self, address: Address, timeout_s: float) -> None:
        self.address = address
        self.client_id: int | None = None  # 0: the server does not tell
        self.is_right = True  # False: to another server than we mean by now; not used again
        super().__init__(
            db=address.db,
            username=address.user or None,
            password=address.password or None,
            socket_timeout=None,
            socket_connect_timeout=timeout_s,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            parser_class=_PlainErrors,
            driver_info=None,
        )

    @property
    def alive(self) -> bool:
        """Whether it may be used for another call: open, and nothing came in unasked."""
        reader, writer = self._reader, self._writer
        if reader is None or writer is None or writer.transport.is_closing():
            return False
        if reader.at_eof() or reader.exception() is not None:
            return False
        unasked = not self._socket_is_empty()  # type: ignore[no-untyped-call]  # redis-py's own
        return self.is_right and not unasked

    def drop(self) -> None:
        """Close it now, whatever waits to be written; who reads from it sees it end."""
        if self._writer:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def write(self, commands: Sequence[Command]) -> None:
        """Raises OutcomeUnknown."""
        if not self.is_connected:  # redis-py would connect again
            raise OutcomeUnknown("the connection dropped")
        try:
            await self.send_packed_command(self.pack_commands(commands), check_health=False)
        except GARBLED:
            raise OutcomeUnknown("the connection dropped") from None

    async def answer(self) -> Response:
        """The answer to the next call. Raises ServerSaidNo or OutcomeUnknown."""
        try:
            found = await self.read_response(disable_decoding=True, disconnect_on_error=False)
        except ResponseError as error:
            raise ServerSaidNo(str(error)) from None
        except GARBLED:
            raise OutcomeUnknown("the connection dropped") from None
        return _without_errors(found)

    async def ask(self, *command: Argument, asking: bool = False) -> Response:
        """One call alone. Raises ServerSaidNo or OutcomeUnknown."""
        await self.write([*([("ASKING",)] if asking else []), command])
        if asking:
            await self.answer()
        return await self.answer()

    async def _connect(self) -> None:
        address = self.address
        if address.path:
            opened = asyncio.open_unix_connection(address.path, limit=LONGEST_LINE_BYTES)
        else:
            context = tls_context(address.trust) if address.trust else None
            opened = asyncio.open_connection(
                address.host, address.port, ssl=context, limit=LONGEST_LINE_BYTES
            )
        self._reader, self._writer = await opened
        if not address.path:
            keep_alive(self._writer.get_extra_info("socket"))

    def repr_pieces(self) -> list[tuple[str, Any]]:
        return [("place", self.address.place)]

    def _host_error(self) -> str:
        return self.address.place


async def dial(address: Address, timeout_s: float) -> ServerConnection:
    """One try; the connection has greeted the server. Raises Unreachable."""
    connection = ServerConnection(address, timeout_s)
    ready = False
    try:
        async with asyncio.timeout(timeout_s):
            await connection.connect()  # type: ignore[no-untyped-call]  # redis-py's own
            await connection.ask("PING")
        ready = True
    except TimeoutError:
        raise Unreachable(f"no server answered in time at {address.place}") from None
    except (RedisError, OutcomeUnknown, ServerSaidNo) as error:
        raise _why(error, address) from None
    finally:
        if not ready:
            connection.drop()
    return connection


@contextlib.asynccontextmanager
async def in_time(within_s: float) -> AsyncIterator[None]:
    """Raises TimeoutError when the block takes longer, but not for what came in while this
    process stood still and is there to be read."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(None) as limit:
        watch = loop.call_later(within_s, lambda: limit.reschedule(loop.time() + GRACE_S))
        try:
            yield
        finally:
            watch.cancel()


def _why(error: Exception, address: Address) -> Unreachable:
    if isinstance(error, ServerSaidNo | ResponseError):
        return refused(ServerSaidNo(str(error)), address)
    cause = error.__context__
    if isinstance(cause, Unreachable):  # the file of authorities cannot be read
        return cause
    if isinstance(cause, ssl.SSLError):
        return distrusted(cause, address.place)
    if isinstance(cause, OSError):
        return Unreachable(f"no server listens at {address.place}")
    return Unreachable(f"the server at {address.place} closed the connection")


def _without_errors(found: Any) -> Response:
    """An array that holds an error is that error: nobody may take half an answer for one."""
    if isinstance(found, ResponseError):
        raise ServerSaidNo(str(found))
    if isinstance(found, list):
        return [_without_errors(item) for item in found]
    answer: Response = found
    return answer
