"""Which server a call goes to, with redis-py: the only one, or the primary that Sentinel names.
Redis Cluster has a file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from workers.link import OutcomeUnknown, ServerSaidNo, Unreachable
from workers.redis_address import Address, Several
from workers.redis_py_connection import ServerConnection, dial, in_time
from workers.redis_py_node import Node
from workers.redis_py_subscription import Subscription

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Again:
    """A server did not run the call; who is asked next. asking: its slot is on its way there ·
    at_once: without a pause."""

    node: Node
    asking: bool = False
    at_once: bool = False


class Servers(Protocol):
    async def start(self) -> None:
        """Raises Unreachable."""

    def node(self, key: str | None) -> Node:
        """Where the key lies; any server for None."""

    def holders(self) -> list[Node]:
        """Those that hold data."""

    def groups(self, keys: Sequence[str]) -> list[list[str]]:
        """The keys apart that one call must not hold together."""

    def again(self, refusal: ServerSaidNo, node: Node, key: str | None) -> Again | None:
        """What to do after the node refused; None: the call ran, or will never."""

    def lost(self, node: Node) -> None:
        """There is no connection to the node; look whether another took its place."""

    async def dial(self) -> ServerConnection:
        """A connection that hears every channel. Raises Unreachable."""

    async def close(self) -> None: ...


class OneServer:
    """The server at an address."""

    LATER = frozenset({"LOADING"})
    """Codes of refusals that pass."""

    def __init__(self, address: Address, timeout_s: float) -> None:
        self._address = address
        self._timeout_s = timeout_s
        self._node = Node(self.dial, timeout_s)

    async def start(self) -> None:
        await self._node.start()

    def node(self, key: str | None) -> Node:
        return self._node

    def holders(self) -> list[Node]:
        return [self._node]

    def groups(self, keys: Sequence[str]) -> list[list[str]]:
        return [list(keys)]

    def again(self, refusal: ServerSaidNo, node: Node, key: str | None) -> Again | None:
        return Again(node) if refusal.code in self.LATER else None

    def lost(self, node: Node) -> None:
        """There is no other; the node looks for it anew with each connection."""

    async def dial(self) -> ServerConnection:
        return await dial(self._address, self._timeout_s)

    async def close(self) -> None:
        await self._node.close()


class SentinelPrimary(OneServer):
    """The primary of a service. Whoever connects asks the Sentinels anew, and then the server
    itself whether it is a primary: a Sentinel may not have heard yet. It listens to a Sentinel
    too, since a primary that was replaced goes on taking writes, which will be lost, for as long
    as ten seconds."""

    LATER = OneServer.LATER | {"READONLY", "MASTERDOWN"}

    def __init__(self, several: Several, timeout_s: float) -> None:
        super().__init__(several.addresses[0], timeout_s)
        self._sentinels = list(several.addresses)
        self._service = several.service
        self._news = Subscription(
            self._a_sentinel, ["+switch-master"], self._hear, self._node.renew, timeout_s
        )

    async def start(self) -> None:
        await super().start()
        self._news.begin()

    async def close(self) -> None:
        await self._news.close()
        await super().close()

    def again(self, refusal: ServerSaidNo, node: Node, key: str | None) -> Again | None:
        if refusal.code == "READONLY":  # demoted: a script fails at its first write, before it
            node.renew()
        return super().again(refusal, node, key)

    async def dial(self) -> ServerConnection:
        host, port = await self._primary()
        connection = await dial(self._address.at(host, port), self._timeout_s)
        if not await _is_primary(connection, self._timeout_s):
            connection.drop()
            raise Unreachable(f"the server at {host}:{port} is not the primary yet")
        return connection

    def _hear(self, _channel: str, news: bytes) -> None:
        service, *_ = news.decode("utf-8", "replace").split(" ")
        if service == self._service:
            log.info("redis primary changed", service=service)
            self._node.renew()

    async def _a_sentinel(self) -> ServerConnection:
        why = Unreachable("no Sentinel answered")
        for sentinel in tuple(self._sentinels):
            try:
                return await self._to_sentinel(sentinel)
            except Unreachable as unreachable:
                why = unreachable
        raise why

    async def _primary(self) -> tuple[str, int]:
        """The first Sentinel that answers is asked first the next time too."""
        why = Unreachable("no Sentinel answered")
        for sentinel in tuple(self._sentinels):
            try:
                found = await self._ask(sentinel)
            except Unreachable as unreachable:
                why = unreachable
                continue
            self._sentinels.remove(sentinel)
            self._sentinels.insert(0, sentinel)
            return found
        raise why

    async def _ask(self, sentinel: Address) -> tuple[str, int]:
        connection = await self._to_sentinel(sentinel)
        try:
            async with in_time(self._timeout_s):
                said = await connection.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._service)
        except (OutcomeUnknown, ServerSaidNo, TimeoutError):
            raise Unreachable(f"the Sentinel at {sentinel.place} does not answer") from None
        finally:
            connection.drop()
        match said:
            case [bytes(host), bytes(port)]:
                return host.decode(), int(port)
        raise Unreachable(
            f"the Sentinel at {sentinel.place} knows no primary of {self._service}; is its name "
            "right in REDIS_URL?",
            refused=True,
        )

    async def _to_sentinel(self, sentinel: Address) -> ServerConnection:
        """User and password are the server's; a Sentinel that wants some gets the same."""
        unknown = replace(sentinel, user="", password="", db=0)
        try:
            return await dial(unknown, self._timeout_s)
        except Unreachable as why:
            if not (why.refused and sentinel.password):
                raise
        return await dial(replace(sentinel, db=0), self._timeout_s)


async def _is_primary(connection: ServerConnection, timeout_s: float) -> bool:
    try:
        async with in_time(timeout_s):
            role = await connection.ask("ROLE")
    except ServerSaidNo:
        return True  # we may not ask; a replica refuses to write
    except (OutcomeUnknown, TimeoutError):
        return False
    return isinstance(role, list) and role[0] == b"master"
