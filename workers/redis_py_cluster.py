"""Which server of a Redis Cluster a call goes to: who has which slot, and how it changes.

A wait is one BLPOP for each slot, and not sharded channels, because a token then wakes one
worker instead of all, because BLPOP follows its slot by itself (its server answers MOVED when
the slot leaves), and because the scripts stay the same everywhere. It costs a connection per
shard and waiting worker, so a few shards per server are better than many. A channel is listened
to at any one server: PUBLISH, also out of a script, is told to all of them.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Iterator, Sequence

import structlog
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from workers.link import OutcomeUnknown, Response, ServerSaidNo, Unreachable
from workers.redis_address import Address
from workers.redis_py_connection import ServerConnection, dial
from workers.redis_py_node import Node
from workers.redis_py_servers import Again

log = structlog.get_logger()

LATER = frozenset({"LOADING", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "READONLY"})
"""Codes of refusals that pass: TRYAGAIN comes while some of a script's keys are on their way to
another server, CLUSTERDOWN until a replica has taken over."""


class Cluster:
    """seeds: some of its servers; the others are learnt from them."""

    def __init__(self, seeds: Sequence[Address], timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._nodes: dict[tuple[str, int], Node] = {}
        self._addresses: dict[Node, Address] = {}
        self._who = seeds[0]
        self._seeds = [self._node_at(seed.host, seed.port) for seed in seeds]
        self._owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        why = Unreachable("no server of the cluster answers")
        for seed in self._seeds:
            try:
                await seed.start()
            except Unreachable as unreachable:
                why = unreachable
                continue
            await self._look([seed])
            return
        raise why

    def node(self, key: str | None) -> Node:
        owner = self._owners[0 if key is None else key_slot(key.encode())]
        return owner or next(self._known())

    def holders(self) -> list[Node]:
        return list(dict.fromkeys(owner for owner in self._owners if owner))

    def groups(self, keys: Sequence[str]) -> list[list[str]]:
        by_slot: dict[int, list[str]] = {}
        for key in keys:
            by_slot.setdefault(key_slot(key.encode()), []).append(key)
        return list(by_slot.values())

    def again(self, refusal: ServerSaidNo, node: Node, key: str | None) -> Again | None:
        if refusal.code in {"MOVED", "ASK"}:
            _, slot, place = refusal.text.split(" ")
            host, _, port = place.rpartition(":")
            target = self._node_at(host or self._addresses[node].host, int(port))
            if refusal.code == "ASK":
                return Again(target, asking=True, at_once=True)
            self._owners[int(slot)] = target
            self._look_again()
            return Again(target, at_once=True)
        if refusal.code not in LATER:
            return None
        if refusal.code != "TRYAGAIN":
            self._look_again()
        return Again(self.node(key))

    def lost(self, node: Node) -> None:
        self._look_again()

    async def dial(self) -> ServerConnection:
        why = Unreachable("no server of the cluster answers")
        nodes = list(dict.fromkeys(self._known()))
        random.shuffle(nodes)  # so that all workers do not listen at one server
        for node in nodes:
            try:
                return await dial(self._addresses[node], self._timeout_s)
            except Unreachable as unreachable:
                why = unreachable
        raise why

    async def close(self) -> None:
        if self._looking:
            self._looking.cancel()
            await asyncio.wait([self._looking])
        for node in tuple(self._nodes.values()):
            await node.close()

    def _known(self) -> Iterator[Node]:
        """Those with slots first."""
        yield from self.holders()
        yield from self._seeds

    def _node_at(self, host: str, port: int) -> Node:
        if (host, port) not in self._nodes:
            address = self._who.at(host, port)
            node = Node(lambda: dial(address, self._timeout_s), self._timeout_s)
            self._nodes[host, port] = node
            self._addresses[node] = address
        return self._nodes[host, port]

    def _look_again(self) -> None:
        """One look at a time; who needs the result meanwhile is redirected."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_quietly())

    async def _look_quietly(self) -> None:
        try:
            await self._look(tuple(dict.fromkeys(self._known())))
        except Unreachable as why:
            log.warning("redis cluster unreachable", why=str(why))

    async def _look(self, nodes: Iterable[Node]) -> None:
        """Learn who has which slot from the first that tells. Raises Unreachable."""
        why = Unreachable("no server of the cluster answers")
        for node in nodes:
            until = asyncio.get_running_loop().time() + self._timeout_s
            try:
                self._learn(node, await node.call(("CLUSTER", "SLOTS"), until))
                return
            except OutcomeUnknown:
                continue
            except ServerSaidNo as refusal:
                why = self._refused(refusal, node)
        raise why

    def _learn(self, node: Node, ranges: Response) -> None:
        owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        for found in ranges if isinstance(ranges, list) else []:
            match found:
                case [int(first), int(last), [host, int(port), *_], *_]:
                    known = host if isinstance(host, bytes) and host != b"?" else b""
                    name = known.decode() or self._addresses[node].host
                    owner = self._node_at(name, port)
                    owners[first : last + 1] = [owner] * (last + 1 - first)
        self._owners = owners

    def _refused(self, refusal: ServerSaidNo, node: Node) -> Unreachable:
        place = self._addresses[node].place
        if "cluster support disabled" in refusal.text:
            return Unreachable(
                f"the server at {place} is no part of a cluster; write redis:// in REDIS_URL",
                refused=True,
            )
        return Unreachable(f"the server at {place} refused us ({refusal.code})", refused=True)
