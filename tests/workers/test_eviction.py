"""The check at start that the server keeps what is stored."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from tests.cluster import Cluster
from tests.servers import Server
from workers.eviction import MayForget, check_eviction
from workers.redis_link import RedisLink
from workers.redis_py_link import RedisPyLink


@pytest.fixture
async def limited(link: RedisLink, server: Server) -> AsyncIterator[RedisLink]:
    """A link of a user whose rights tests take away, one by one."""
    await link.call("ACL", "SETUSER", "limited", "reset", "on", ">pass", "+@all", "~*")
    url = server.url.replace("unix://", "unix://limited:pass@", 1)
    async with await RedisLink.open(url) as limited:
        yield limited
    await link.call("CONFIG", "SET", "maxmemory-policy", "noeviction")
    await link.call("ACL", "DELUSER", "limited")


async def test_a_server_that_keeps_everything_is_taken_without_a_word(limited: RedisLink) -> None:
    with capture_logs() as logs:
        await check_eviction(limited)
    assert logs == []


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl", "volatile-lfu"])
@pytest.mark.parametrize("forbidden", ["-info", "-config"])
async def test_a_server_that_would_forget_is_refused_with_the_fix(
    link: RedisLink, limited: RedisLink, policy: str, forbidden: str
) -> None:
    """It is enough that one of the two questions is answered."""
    await link.call("CONFIG", "SET", "maxmemory-policy", policy)
    await link.call("ACL", "SETUSER", "limited", forbidden)
    with pytest.raises(MayForget, match=f"is {policy}.*Set maxmemory-policy to noeviction"):
        await check_eviction(limited)


async def test_a_server_that_tells_nothing_is_taken_with_a_warning(
    link: RedisLink, limited: RedisLink
) -> None:
    await link.call("ACL", "SETUSER", "limited", "-info", "-config")
    with capture_logs() as logs:
        await check_eviction(limited)
    assert [line["log_level"] for line in logs] == ["warning"]


@pytest.mark.parametrize("one", [0, 1, 2])
async def test_a_cluster_of_which_one_server_would_forget_is_refused(
    cluster: Cluster, cluster_link: RedisPyLink, one: int
) -> None:
    cluster.ask(one, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    try:
        with pytest.raises(MayForget, match=r"One of the cluster's 3 servers.*is allkeys-lru"):
            await check_eviction(cluster_link)
    finally:
        cluster.ask(one, "CONFIG", "SET", "maxmemory-policy", "noeviction")
    with capture_logs() as logs:
        await check_eviction(cluster_link)
    assert logs == []


async def test_a_server_of_a_cluster_that_does_not_tell_is_taken_with_a_warning(
    cluster: Cluster, cluster_link: RedisPyLink
) -> None:
    cluster.ask(1, "ACL", "SETUSER", "default", "-info", "-config")
    try:
        with capture_logs() as logs:
            await check_eviction(cluster_link)
    finally:
        cluster.ask(1, "ACL", "SETUSER", "default", "+@all")
    assert [line["log_level"] for line in logs] == ["warning"]
