"""The link with redis-py: one server, the primary behind Sentinel, or Redis Cluster.

redis-py's own retries are off: a call is repeated only when a server said that it did not run
it (another server has the key now, it is still loading, it is no primary any more) or when
nothing was written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
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
from workers.redis_address import Address, BadAddress, Several, read_url
from workers.redis_greeting import Pauses
from workers.redis_py_cluster import Cluster
from workers.redis_py_node import Node
from workers.redis_py_servers import Again, OneServer, SentinelPrimary, Servers
from workers.redis_py_subscription import Subscription
from workers.trust import Trust

KEYLESS = frozenset(
    [
        "ACL",
        "CLIENT",
        "CLUSTER",
        "CONFIG",
        "DBSIZE",
        "ECHO",
        "FLUSHALL",
        "INFO",
        "KEYS",
        "PING",
        "PUBLISH",
        "SCRIPT",
        "TIME",
    ]
)


class RedisPyLink:
    """Open it with `open`. timeout_s: how long a call may wait to be sent, and again for its
    answer."""

    def __init__(self, servers: Servers, timeout_s: float) -> None:
        self._servers = servers
        self._timeout_s = timeout_s
        self._subscriptions: list[Subscription] = []
        self._closed = False

    @classmethod
    async def open(
        cls, url: str, *, timeout_s: float = 5.0, trust: Trust | None = None
    ) -> RedisPyLink:
        """trust: whom to believe where the address asks for TLS. Raises Unreachable, in a
        sentence without secrets, when nobody answers in time or the server refuses us."""
        try:
            servers = _servers(read_url(url, trust), timeout_s)
        except BadAddress as error:
            raise Unreachable(str(error), refused=True) from None
        link = cls(servers, timeout_s)
        try:
            await _insist(servers.start, timeout_s)
        except BaseException:
            await link.close()
            raise
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
        self._closed = True
        for subscription in self._subscriptions:
            await subscription.close()
        await self._servers.close()

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response:
        rest = (len(keys), *keys, *args)
        try:
            return await self.call("EVALSHA", script.sha1, *rest)
        except ServerSaidNo as refusal:
            if refusal.code != "NOSCRIPT":
                raise
        return await self.call("EVAL", script.source, *rest)

    async def call(self, *command: Argument) -> Response:
        key, until, pauses = key_of(command), self._now() + self._timeout_s, Pauses()
        following, said = Again(self._servers.node(key)), ""
        while True:
            try:
                return await following.node.call(command, until, asking=following.asking)
            except NotSent as why:
                following = self._without(following.node, key)
                if self._now() >= until:
                    raise NotSent(said or str(why)) from None
            except ServerSaidNo as refusal:
                following = self._after(refusal, following.node, key)
                said = _not_run(refusal)
            await self._pause(following, until, pauses)

    async def call_each(self, *command: Argument) -> list[Answer]:
        """Of several each is asked once; one that is still loading is not waited for."""
        until, holders = self._now() + self._timeout_s, self._servers.holders()
        if len(holders) == 1:
            return [await _answer(self.call(*command))]
        return await asyncio.gather(*(_answer(node.call(command, until)) for node in holders))

    async def wait(self, keys: Sequence[str], timeout_s: float) -> str | None:
        until = self._now() + timeout_s
        if self._closed:
            raise NotSent("the link is closed")
        pops = [
            asyncio.ensure_future(self._pop(group, until)) for group in self._servers.groups(keys)
        ]
        try:
            ended, _ = await asyncio.wait(pops, return_when=asyncio.FIRST_COMPLETED)
            found = [pop.result() for pop in ended]
        finally:
            for pop in pops:
                pop.cancel()
            await asyncio.gather(*pops, return_exceptions=True)
        if self._closed:
            raise NotSent("the link is closed")
        return next((token for token in found if token is not None), None)

    async def subscribe(
        self,
        channels: Sequence[str],
        on_message: Callable[[str, bytes], None],
        on_gap: Callable[[], None],
    ) -> None:
        subscription = Subscription(
            self._servers.dial, channels, on_message, on_gap, self._timeout_s
        )
        await _insist(subscription.start, self._timeout_s)
        self._subscriptions.append(subscription)

    def _without(self, node: Node, key: str | None) -> Again:
        if self._closed:
            raise NotSent("the link is closed")
        self._servers.lost(node)
        return Again(self._servers.node(key))

    def _after(self, refusal: ServerSaidNo, node: Node, key: str | None) -> Again:
        again = self._servers.again(refusal, node, key)
        if again is None:
            raise refusal
        return again

    async def _pause(self, following: Again, until: float, pauses: Pauses) -> None:
        left_s = until - self._now()
        if not following.at_once and left_s > 0:
            await asyncio.sleep(min(pauses.next_s(), left_s))

    async def _pop(self, keys: Sequence[str], until: float) -> str | None:
        pauses, following = Pauses(), Again(self._servers.node(keys[0]))
        while True:
            try:
                found = await following.node.pop(keys, until - self._now(), asking=following.asking)
                return _token_in(found)
            except Unreachable:
                following = self._without(following.node, keys[0])
            except OutcomeUnknown:
                return None
            except ServerSaidNo as refusal:
                if refusal.code == "UNBLOCKED":  # its server is a replica now
                    return None
                following = self._after(refusal, following.node, keys[0])
            if self._now() >= until:
                return None
            await self._pause(following, until, pauses)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


async def _answer(call: Awaitable[Response]) -> Answer:
    try:
        return await call
    except (ServerSaidNo, OutcomeUnknown) as why:
        return why


def key_of(command: Sequence[Argument]) -> str | None:
    """The first key of a plain command; None when it has none."""
    name = str(command[0]).upper()
    if name in {"EVAL", "EVALSHA"}:
        return _text(command[3]) if int(command[2]) else None
    if name in KEYLESS or len(command) < 2:
        return None
    return _text(command[1])


def _text(key: Argument) -> str:
    return key.decode() if isinstance(key, bytes) else str(key)


def _token_in(found: Response) -> str | None:
    if isinstance(found, list) and isinstance(found[1], bytes):
        return found[1].decode("utf-8", "replace")
    return None


def _not_run(refusal: ServerSaidNo) -> str:
    if refusal.code == "LOADING":
        return "the server is still loading its data"
    return f"no server ran it in time ({refusal.code})"


def _servers(where: Address | Several, timeout_s: float) -> Servers:
    if isinstance(where, Address):
        return OneServer(where, timeout_s)
    if where.kind == "sentinel":
        return SentinelPrimary(where, timeout_s)
    return Cluster(where.addresses, timeout_s)


async def _insist(start: Callable[[], Awaitable[None]], timeout_s: float) -> None:
    """Try until the time is up or we are refused. Raises Unreachable."""
    loop, pauses = asyncio.get_running_loop(), Pauses()
    until = loop.time() + timeout_s
    while True:
        try:
            return await start()
        except Unreachable as why:
            left_s = until - loop.time()
            if why.refused or left_s <= 0:
                raise
        await asyncio.sleep(min(pauses.next_s(), left_s))
