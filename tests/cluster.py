"""A real Redis Cluster of three servers on this machine, whose slots can be moved under load.

with Cluster() as cluster:          # or .start() and .remove()
    cluster.url                     # for open_link
    cluster.migrate_slots([42])     # to the next server, key by key; blocks: use to_thread
    cluster.restart(0)              # kill -9 and start again
"""

from __future__ import annotations

import contextlib
import random
import socket
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Self

import redis

from tests.servers import PATIENCE_S, Server
from tests.waiting import wait_until

HERE = "127.0.0.1"
SLOTS = 16_384
MIGRATE_MS = 5_000


def free_ports(count: int) -> list[int]:
    """Of this machine, all different. Below those that systems give to outgoing connections, so
    that nobody is given one of them before a server listens there."""
    ports: list[int] = []
    for port in random.sample(range(12_000, 32_000), 20_000):
        with contextlib.suppress(OSError), socket.create_server((HERE, port)):
            ports.append(port)
        if len(ports) == count:
            return ports
    raise OSError("no free ports")


class Cluster:
    """Options are given to every server as on its command line. `size` servers have slots; each
    of the `replicas` after them follows one of those, the first one first."""

    def __init__(self, *options: str, size: int = 3, replicas: int = 0) -> None:
        self.size, count = size, size + replicas
        ports = free_ports(2 * count)
        self.ports = ports[:count]
        self.servers = [
            Server(
                *("--port", str(port), "--bind", HERE, "--cluster-port", str(bus)),
                *("--cluster-enabled", "yes", "--cluster-node-timeout", "3000"),
                *options,
            )
            for port, bus in zip(self.ports, ports[count:], strict=True)
        ]
        self._buses = ports[count:]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"{HERE}:{port}" for port in self.ports)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def start(self) -> None:
        """Return when every server serves and knows the others."""
        for server in self.servers:
            server.start()
        edges = [SLOTS * i // self.size for i in range(self.size + 1)]
        for i, (first, end) in enumerate(pairwise(edges)):
            self.ask(i, "CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            self.ask(i, "CLUSTER", "SET-CONFIG-EPOCH", i + 1)
        for i in range(1, len(self.servers)):
            self.ask(i, "CLUSTER", "MEET", HERE, self.ports[0], self._buses[0])
        self.until_ok()
        for i in range(self.size, len(self.servers)):
            self._replicate(i, i - self.size)

    def until_ok(self) -> None:
        wait_until(
            lambda: all(self._is_ok(i) for i in range(len(self.servers))),
            "the test's cluster does not come together",
            PATIENCE_S,
        )

    def announce(self, ports: Sequence[int]) -> None:
        """Have every server tell clients these ports, each its own; return when all know."""
        for i, port in enumerate(ports):
            self.ask(i, "CONFIG", "SET", "cluster-announce-port", port)
        wait_until(
            lambda: all(self._announced(i) == set(ports) for i in range(len(self.servers))),
            "the servers do not hear each other's ports",
            PATIENCE_S,
        )

    def restart(self, i: int) -> None:
        self.servers[i].restart()
        self.until_ok()

    def remove(self) -> None:
        for server in self.servers:
            server.remove()

    def ask(self, i: int, *command: str | int | bytes) -> Any:
        with redis.Redis(host=HERE, port=self.ports[i], socket_timeout=PATIENCE_S) as client:
            return client.execute_command(*command)

    def owner(self, slot: int) -> int:
        """Which server has the slot, by what that server itself says."""
        for i in range(len(self.servers)):
            me = self.ask(i, "CLUSTER", "MYID")
            for first, last, (_, _, its_id, *_), *_ in self.ask(i, "CLUSTER", "SLOTS"):
                if first <= slot <= last and its_id == me:
                    return i
        raise LookupError(slot)

    def migrate_slots(self, slots: Iterable[int], *, keys_at_once: int = 3) -> int:
        """Move each slot with its keys to the next server, as an operator's tool does it; how
        many keys went over."""
        return sum(self._migrate(slot, keys_at_once) for slot in slots)

    def _migrate(self, slot: int, keys_at_once: int) -> int:
        source, target = self.begin_move(slot)
        moved = 0
        while keys := self.ask(source, "CLUSTER", "GETKEYSINSLOT", slot, keys_at_once):
            moved += self.move_keys(source, target, *keys)
        self.end_move(slot, source, target)
        return moved

    def begin_move(self, slot: int) -> tuple[int, int]:
        """From which server to which; keys that are missing on the first are asked for on the
        second from now on."""
        source = self.owner(slot)
        target = (source + 1) % self.size
        ids = [self.ask(i, "CLUSTER", "MYID") for i in (source, target)]
        self.ask(target, "CLUSTER", "SETSLOT", slot, "IMPORTING", ids[0])
        self.ask(source, "CLUSTER", "SETSLOT", slot, "MIGRATING", ids[1])
        return source, target

    def move_keys(self, source: int, target: int, *keys: str | bytes) -> int:
        where = (HERE, self.ports[target], "", 0, MIGRATE_MS, "KEYS", *keys)
        self.ask(source, "MIGRATE", *where)
        return len(keys)

    def end_move(self, slot: int, source: int, target: int) -> None:
        to_id = self.ask(target, "CLUSTER", "MYID")
        others = [i for i in range(len(self.servers)) if i not in {source, target}]
        for i in (target, source, *others):
            self.ask(i, "CLUSTER", "SETSLOT", slot, "NODE", to_id)

    def _announced(self, i: int) -> set[int]:
        return {port for _, _, (_, port, *_), *_ in self.ask(i, "CLUSTER", "SLOTS")}

    def _replicate(self, i: int, primary: int) -> None:
        self.ask(i, "CLUSTER", "REPLICATE", self.ask(primary, "CLUSTER", "MYID"))
        wait_until(
            lambda: self.ask(i, "INFO", "replication")["master_link_status"] == "up",
            "the replica does not follow",
            PATIENCE_S,
        )

    def _is_ok(self, i: int) -> bool:
        said = self.ask(i, "CLUSTER", "INFO").decode()
        wanted = ("state:ok", f"known_nodes:{len(self.servers)}", f"slots_assigned:{SLOTS}")
        return all(f"cluster_{fact}" in said.split() for fact in wanted)
