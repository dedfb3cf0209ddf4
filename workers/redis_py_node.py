"""Calls to one server, with redis-py: those of one tick of the event loop in one pipeline."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from workers.link import NotSent, OutcomeUnknown, Response, ServerSaidNo, Unreachable
from workers.redis_py_connection import Command, ServerConnection, in_time

Dial: TypeAlias = Callable[[], Awaitable[ServerConnection]]

MOST_PIPELINES = 4  # at once; calls that come meanwhile join the next one
MOST_CALLS = 500  # in one pipeline
MOST_BYTES = 1 << 20
SHORTEST_WAIT_S = 0.001  # 0 would mean for ever
UNBLOCK_WITHIN_S = 1.0


@dataclass(eq=False, slots=True)
class _Call:
    """until: the loop's time by which it must be on its way · asking: see Node.call."""

    command: Command
    until: float
    asking: bool
    answer: asyncio.Future[Response] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def size(self) -> int:
        return sum(len(part) for part in self.command if isinstance(part, str | bytes))

    def commands(self) -> list[Command]:
        return [("ASKING",), self.command] if self.asking else [self.command]

    def end(self, how: Response | Exception) -> None:
        if self.answer.done():  # its caller was cancelled
            return
        if isinstance(how, Exception):
            self.answer.set_exception(how)
        else:
            self.answer.set_result(how)


class Node:
    """dial: opens a connection to whichever server this is at the moment, or raises Unreachable.
    A call is written once; nothing here repeats it."""

    def __init__(self, dial: Dial, timeout_s: float) -> None:
        self._dial = dial
        self._timeout_s = timeout_s
        self._waiting: deque[_Call] = deque()
        self._due = False
        self._free: list[ServerConnection] = []
        self._free_to_block: list[ServerConnection] = []
        self._lent: set[ServerConnection] = set()
        self._tasks: set[asyncio.Future[None]] = set()
        self._pops: set[asyncio.Future[Response]] = set()
        self._pipelines = 0
        self._closing = asyncio.Event()

    async def start(self) -> None:
        """Connect for the first time. Raises Unreachable."""
        self._free.append(await self._dial())

    async def call(self, command: Command, until: float, *, asking: bool = False) -> Response:
        """asking: the slot is on its way to this server. Raises ServerSaidNo, OutcomeUnknown, or
        NotSent when there is no connection now or none is free by the loop's time `until`."""
        if self._closing.is_set():
            raise NotSent("the link is closed")
        call = _Call(command, until, asking)
        self._waiting.append(call)
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._send_waiting)
        return await call.answer

    async def pop(self, keys: Sequence[str], wait_s: float, *, asking: bool = False) -> Response:
        """BLPOP on a connection of its own. When the caller is cancelled, the server is told to
        forget the wait, so that it eats no token for nobody. Raises Unreachable,
        OutcomeUnknown, ServerSaidNo, NotSent once closed."""
        connection = await self._connection(self._free_to_block)
        popping = asyncio.ensure_future(self._pop(connection, keys, wait_s, asking=asking))
        self._pops.add(popping)
        popping.add_done_callback(self._pops.discard)
        try:
            return await asyncio.shield(popping)
        except asyncio.CancelledError:
            popping.add_done_callback(_retrieved)
            self._spawn(self._unblock(connection, popping))
            raise

    def renew(self) -> None:
        """Use no connection for another call: they lead to a server that is not the right one
        any more. Calls on their way still get their answers."""
        for connection in (*self._free, *self._free_to_block):
            connection.drop()
        for connection in self._lent:
            connection.is_right = False
        self._free.clear()
        self._free_to_block.clear()

    async def close(self) -> None:
        self._closing.set()
        self.renew()
        for connection in self._lent:
            connection.drop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._pops, return_exceptions=True)
        while self._waiting:
            self._waiting.popleft().end(NotSent("the link is closed"))

    # Pipelines.

    def _send_waiting(self) -> None:
        self._due = False
        while self._pipelines < MOST_PIPELINES and (batch := self._next_batch()):
            self._pipelines += 1
            self._spawn(self._send(batch))

    def _next_batch(self) -> list[_Call]:
        now, size = asyncio.get_running_loop().time(), 0
        batch: list[_Call] = []
        while self._waiting and len(batch) < MOST_CALLS and size < MOST_BYTES:
            call = self._waiting.popleft()
            if call.until < now:
                call.end(NotSent("no connection to the server in time"))
            elif not call.answer.done():
                batch.append(call)
                size += call.size
        return batch

    async def _send(self, batch: Sequence[_Call]) -> None:
        end: Exception = NotSent("the link is closed")
        try:
            connection = await self._connection(self._free)
            end = OutcomeUnknown("the connection dropped")
            await self._exchange(connection, batch)
        except Unreachable as why:
            end = NotSent(f"no connection to the server: {why}")
        except TimeoutError:
            end = OutcomeUnknown("the server did not answer in time")
        except OutcomeUnknown as why:
            end = why
        finally:
            for call in batch:
                call.end(end)
            self._pipelines -= 1
            if not self._closing.is_set():
                self._send_waiting()

    async def _exchange(self, connection: ServerConnection, batch: Sequence[_Call]) -> None:
        async with self._lend(connection, self._free), in_time(self._timeout_s):
            await connection.write([command for call in batch for command in call.commands()])
            for call in batch:
                try:
                    for _ in call.commands()[:-1]:
                        await connection.answer()
                    call.end(await connection.answer())
                except ServerSaidNo as refusal:
                    call.end(refusal)

    async def _connection(self, free: list[ServerConnection]) -> ServerConnection:
        """A free one that is alive, or a new one. Raises Unreachable, NotSent once closed."""
        while free:
            connection = free.pop()
            if connection.alive:
                return connection
            connection.drop()
        if not self._closing.is_set():
            connection = await self._dial()
            if not self._closing.is_set():
                return connection
            connection.drop()
        raise NotSent("the link is closed")

    # Waits.

    async def _pop(
        self, connection: ServerConnection, keys: Sequence[str], wait_s: float, *, asking: bool
    ) -> Response:
        wait_s = max(wait_s, SHORTEST_WAIT_S)
        async with self._lend(connection, self._free_to_block):
            try:
                async with in_time(wait_s + self._timeout_s):
                    if connection.client_id is None:
                        connection.client_id = await _id_of(connection)
                    return await connection.ask("BLPOP", *keys, f"{wait_s:.3f}", asking=asking)
            except TimeoutError:
                raise OutcomeUnknown("the server did not answer in time") from None

    async def _unblock(
        self, connection: ServerConnection, popping: asyncio.Future[Response]
    ) -> None:
        """Cheaper than a new connection for each wait; where the server does not do it, the
        connection is dropped."""
        try:
            if connection.client_id and not popping.done():
                now = asyncio.get_running_loop().time()
                with contextlib.suppress(OutcomeUnknown, ServerSaidNo):
                    unblock = ("CLIENT", "UNBLOCK", connection.client_id)
                    await self.call(unblock, now + UNBLOCK_WITHIN_S)
                    await asyncio.wait([popping], timeout=UNBLOCK_WITHIN_S)
        finally:
            if not popping.done():
                connection.drop()
                await asyncio.wait([popping])

    @contextlib.asynccontextmanager
    async def _lend(
        self, connection: ServerConnection, free: list[ServerConnection]
    ) -> AsyncIterator[None]:
        self._lent.add(connection)
        whole = False
        try:
            yield
            whole = True
        except ServerSaidNo:
            whole = True
            raise
        finally:
            self._lent.discard(connection)
            if whole and connection.alive and not self._closing.is_set():
                free.append(connection)
            else:
                connection.drop()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _id_of(connection: ServerConnection) -> int:
    """0 where we may not ask."""
    try:
        number = await connection.ask("CLIENT", "ID")
    except ServerSaidNo:
        return 0
    return number if isinstance(number, int) else 0


def _retrieved(ended: asyncio.Future[Response]) -> None:
    """Nobody waits for it any more; asyncio would complain of an error that nobody saw."""
    if not ended.cancelled():
        ended.exception()
