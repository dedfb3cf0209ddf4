"""One connection to the server: asyncio-redis's protocol class, contained.

What is used of it is the queue of reply futures and the connection's plumbing. Reading replies,
finishing futures, back-pressure and the handshake are ours, because its own lose the connection
or hang the caller: a cancelled call whose reply is an error, an error inside an array, an error
that is not ASCII, a peer that stops reading, a drop between AUTH and SELECT. Writing is ours
because its own asks the system once for each call.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

import hiredis
from asyncio_redis.encoders import BytesEncoder
from asyncio_redis.protocol import RedisProtocol

from workers.link import Argument, NotSent, OutcomeUnknown, Response, ServerSaidNo
from workers.redis_address import Address
from workers.redis_replies import Garbled, Replies

LONGEST_ANSWER_S = 30.0
LONGEST_HELD_BACK_BYTES = 1 << 15
GRACE_S = 0.05


class RedisConnection(RedisProtocol):  # type: ignore[misc]  # the package ships no types
    """A connection in RESP2. Calls are pipelined: answers come in the order of the calls.

    `closed` is set once the connection is gone. `on_message`, when set, gets what is published
    on the channels listened to.
    """

    def __init__(self) -> None:
        super().__init__(encoder=BytesEncoder(), enable_typechecking=False)
        self.closed = asyncio.Event()
        self.on_message: Callable[[str, bytes], None] | None = None
        self._writable = asyncio.Event()
        self._due: deque[float] = deque()  # when the answer to each call in the queue is due
        self._watch: asyncio.TimerHandle | None = None
        self._farewell = "the connection dropped"
        self._unwritten = bytearray()
        self._replies = Replies()

    # What asyncio calls. The parents' versions are replaced, not extended: theirs send AUTH and
    # SELECT in a task nobody awaits, and raise on futures that are done.

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self._is_connected = True
        self._writable.set()

    def eof_received(self) -> None:
        self.abort()  # a mere close would wait for a peer that reads nothing any more

    def connection_lost(self, _why: Exception | None) -> None:
        self._is_connected = False
        self._writable.set()  # whoever waits to write finds out
        if self._watch:
            self._watch.cancel()
        self._due.clear()
        while self._queue:
            _finish(self._queue.popleft(), OutcomeUnknown(self._farewell))
        self.closed.set()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    # Calling.

    @property
    def alive(self) -> bool:
        return self._is_connected and not self.transport.is_closing()

    @property
    def is_writable(self) -> bool:
        return self.alive and self._writable.is_set()

    async def writable(self) -> None:
        """Return when the peer takes more bytes, without a switch of tasks until the caller's
        next await. Raises NotSent when the connection is gone."""
        while self.alive and not self._writable.is_set():
            await self._writable.wait()  # the first to wake may fill the buffer again
        if not self.alive:
            raise NotSent("the connection dropped before the call was sent")

    def send(
        self, *command: Argument, within_s: float = LONGEST_ANSWER_S
    ) -> asyncio.Future[Response]:
        """Send one command (right after `writable`); the future ends with the answer,
        ServerSaidNo or OutcomeUnknown. Cancelling it is harmless. An answer that is not there
        within `within_s`, cancelled or not, costs the connection."""
        call: bytes = hiredis.pack_command(command)  # type: ignore[arg-type]  # typed as of one part
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Response] = loop.create_future()
        self._queue.append(answer)
        self._due.append(loop.time() + within_s)
        if self._watch is None or (len(self._due) == 1 and self._watch.when() > self._due[0]):
            self._watch_from_now_on()
        self._write(call)
        return answer

    async def ask(self, *command: Argument, within_s: float = LONGEST_ANSWER_S) -> Response:
        await self.writable()
        return await self.send(*command, within_s=within_s)

    async def listen(self, channels: Sequence[str]) -> None:
        """Return once subscribed to all; the connection is of no use for other calls then."""
        await self.writable()
        await asyncio.gather(*(self.send("SUBSCRIBE", channel) for channel in channels))

    def abort(self) -> None:
        """Drop the connection now; calls in flight end as OutcomeUnknown."""
        if self.transport is not None:
            self.transport.abort()

    def _write(self, call: bytes) -> None:
        """Calls of one tick of the loop are written together: asking the system for each costs
        both sides more than the calls themselves. One that finds the server idle goes at once."""
        if len(self._queue) == 1 and not self._unwritten:
            self.transport.write(call)
            return
        if not self._unwritten:
            asyncio.get_running_loop().call_soon(self._write_out)
        self._unwritten += call
        if len(self._unwritten) > LONGEST_HELD_BACK_BYTES:
            self._write_out()  # so that `pause_writing` is in time

    def _write_out(self) -> None:
        calls, self._unwritten = self._unwritten, bytearray()
        if calls and self.alive:
            self.transport.write(calls)

    def _watch_from_now_on(self) -> None:
        """One timer for all calls: answers come in their order, so the oldest is due first."""
        if self._watch:
            self._watch.cancel()
        self._watch = asyncio.get_running_loop().call_at(self._due[0], self._check_due)

    def _check_due(self) -> None:
        self._watch = None
        loop = asyncio.get_running_loop()
        if self._due and self._due[0] <= loop.time():
            # It may be here already, unread, when this process was the one that stood still.
            self._watch = loop.call_later(GRACE_S, self._give_up, self._queue[0])
        elif self._due:
            self._watch_from_now_on()

    def _give_up(self, oldest: asyncio.Future[Response]) -> None:
        self._watch = None
        if self._queue and self._queue[0] is oldest:
            self._farewell = "the server did not answer in time"
            self.abort()
        elif self._due:
            self._watch_from_now_on()

    # Reading.

    def data_received(self, data: bytes) -> None:
        """Whatever is wrong with a reply costs the connection, so that no caller waits for one
        that cannot come."""
        try:
            for answer in self._replies.feed(data):
                self._push_answer(answer)
        except ValueError:
            self.abort()

    def _push_answer(self, answer: Response | ServerSaidNo) -> None:
        if self.on_message and isinstance(answer, list) and answer[:1] == [b"message"]:
            _, channel, payload = answer
            if isinstance(channel, bytes) and isinstance(payload, bytes):
                self.on_message(channel.decode("utf-8", "replace"), payload)
        elif self._queue:
            self._due.popleft()
            _finish(self._queue.popleft(), answer)
        else:
            raise Garbled  # an answer to nothing


async def greet(connection: RedisConnection, address: Address) -> None:
    """Say who we are and choose the database, before anyone else may use the connection.
    Raises ServerSaidNo (wrong password, no such database, still loading) or OutcomeUnknown."""
    if address.password:
        who = [address.user] if address.user else []
        await connection.ask("AUTH", *who, address.password)
    if address.db:
        await connection.ask("SELECT", address.db)
    await connection.ask("PING")


def _finish(answer: asyncio.Future[Response], how: Response | Exception) -> None:
    if answer.done():  # its caller was cancelled
        return
    if isinstance(how, Exception):
        answer.set_exception(how)
    else:
        answer.set_result(how)
