"""The link to the server: scripts, waiting for a key, listening to channels.

Three kinds of connection, so that none holds up another: one for calls, one per blocking wait
that is going on, one per subscription. Calls and subscriptions survive drops by themselves. A call
whose bytes were written is never sent again, except when the server says that it did not run
it (NOSCRIPT, LOADING): every script must be safe to repeat, and its caller decides.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Self

from workers.link import (
    Answer,
    Argument,
    NotSent,
    OutcomeUnknown,
    Response,
    Script,
    ServerSaidNo,
    Unreachable,
)
from workers.listeners import tell
from workers.redis_address import Address, BadAddress, read_address
from workers.redis_dialling import KeptConnection, WaitConnections
from workers.redis_greeting import Pauses
from workers.redis_protocol import RedisConnection
from workers.trust import Trust

__all__ = [
    "Argument",
    "NotSent",
    "OutcomeUnknown",
    "RedisLink",
    "Response",
    "Script",
    "ServerSaidNo",
    "Unreachable",
]


SHORTEST_WAIT_S = 0.001  # 0 would mean for ever


class RedisLink:
    """Open it with `open`. timeout_s: how long a call may wait to be sent, and again for its
    answer."""

    def __init__(self, address: Address, timeout_s: float) -> None:
        self._address = address
        self._timeout_s = timeout_s
        self._calls = KeptConnection(address, timeout_s)
        self._waits = WaitConnections(address)
        self._subscriptions: list[KeptConnection] = []

    @classmethod
    async def open(
        cls, url: str, *, timeout_s: float = 5.0, trust: Trust | None = None
    ) -> RedisLink:
        """trust: whom to believe where the address asks for TLS. Raises Unreachable, in a
        sentence without secrets, when nobody answers in time or the server refuses us."""
        try:
            link = cls(read_address(url, trust), timeout_s)
        except BadAddress as error:
            raise Unreachable(str(error), refused=True) from None
        await link._calls.start()
        return link

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop everything: calls in flight end as OutcomeUnknown, later ones as NotSent."""
        for kept in (self._calls, *self._subscriptions):
            await kept.close()
        await self._waits.close()

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        """Run a script that declares every key it touches. Raises ServerSaidNo, OutcomeUnknown
        (sent, no answer: it may have run) or NotSent (it did not run)."""
        rest = (len(keys), *keys, *args)
        try:
            return await self.call("EVALSHA", script.sha1, *rest)
        except ServerSaidNo as refusal:
            if refusal.code != "NOSCRIPT":
                raise
        return await self.call("EVAL", script.source, *rest)

    async def call(self, *command: Argument) -> Response:
        """One plain command that does not block; raises as `run` does."""
        try:
            return await self._send(command)
        except ServerSaidNo as refusal:
            if refusal.code != "LOADING":
                raise
        return await self._send_when_loaded(command)

    async def call_each(self, *command: Argument) -> list[Answer]:
        """The answer of the one server, or why there is none."""
        try:
            return [await self.call(*command)]
        except (ServerSaidNo, OutcomeUnknown) as why:
            return [why]

    async def wait(self, keys: Sequence[str], timeout_s: float) -> str | None:
        """Pop one token off the first list that has any and return it. None: the
        time is up, or the connection dropped; look for yourself. A token is a hint only, since
        one may get lost on the way. Raises ServerSaidNo, NotSent once closed."""
        until = self._now() + timeout_s
        try:
            async with self._waits.borrow(until) as connection:
                return await self._pop(connection, keys, until - self._now())
        except (Unreachable, OutcomeUnknown):
            if self._waits.closed():
                raise NotSent("the link is closed") from None
            return None

    async def subscribe(
        self,
        channels: Sequence[str],
        on_message: Callable[[str, bytes], None],
        on_gap: Callable[[], None],
    ) -> None:
        """Return once subscribed; stays so until `close`. on_message(channel, payload) and
        on_gap() are called on the event loop; on_gap after each return from a drop, when
        messages may have been missed. Raises Unreachable."""

        async def listen(connection: RedisConnection) -> None:
            connection.on_message = partial(tell, on_message)
            await connection.listen(channels)

        kept = KeptConnection(self._address, self._timeout_s, listen, partial(tell, on_gap))
        await kept.start()
        self._subscriptions.append(kept)

    async def _send(self, command: Sequence[Argument]) -> Response:
        connection = self._calls.ready or await self._writable()
        return await connection.send(*command, within_s=self._timeout_s)

    async def _send_when_loaded(self, command: Sequence[Argument]) -> Response:
        until, pauses = self._now() + self._timeout_s, Pauses()
        while self._now() < until:
            await asyncio.sleep(pauses.next_s())
            try:
                return await self._send(command)
            except ServerSaidNo as refusal:
                if refusal.code != "LOADING":
                    raise
        raise NotSent("the server is still loading its data")

    async def _writable(self) -> RedisConnection:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._calls.writable()
        except TimeoutError:
            self._calls.give_up_stuck()
            raise NotSent("no connection to the server in time") from None

    async def _pop(
        self, connection: RedisConnection, keys: Sequence[str], wait_s: float
    ) -> str | None:
        wait_s = max(wait_s, SHORTEST_WAIT_S)
        answer = await connection.ask(
            "BLPOP", *keys, f"{wait_s:.3f}", within_s=wait_s + self._timeout_s
        )
        if isinstance(answer, list) and isinstance(answer[1], bytes):
            return answer[1].decode("utf-8", "replace")
        return None

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
