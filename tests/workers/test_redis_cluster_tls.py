"""A cluster over TLS: servers that announce the ports of TLS fronts of ours, as hosted ones do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trustme
from redis.crc import key_slot

from tests.cluster import HERE, Cluster
from tests.workers.tls_proxy import TlsProxy, tls_proxy
from workers.link import OutcomeUnknown, Response, Script, Unreachable
from workers.redis_py_link import RedisPyLink
from workers.trust import Trust

ADD = Script("add", "return redis.call('INCRBY', KEYS[1], ARGV[1])")
KEYS = [f"{{{n}}}" for n in range(30)]


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def trust(authority: trustme.CA, tmp_path: Path) -> Trust:
    path = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return Trust(ca=path)


@pytest.fixture(scope="module")
def fronted_cluster() -> Iterator[Cluster]:
    with Cluster() as cluster:
        yield cluster


@pytest.fixture
async def fronts(
    fronted_cluster: Cluster, authority: trustme.CA
) -> AsyncIterator[tuple[TlsProxy, ...]]:
    """One before each server; nothing else is announced to clients."""
    async with AsyncExitStack() as stack:
        fronts = [
            await stack.enter_async_context(tls_proxy(server.socket, authority.issue_cert(HERE)))
            for server in fronted_cluster.servers
        ]
        await asyncio.to_thread(fronted_cluster.announce, [front.port for front in fronts])
        yield tuple(fronts)


async def test_scripts_waits_channels_and_moved_slots_pass_encrypted(
    fronted_cluster: Cluster, fronts: tuple[TlsProxy, ...], trust: Trust
) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    async with await RedisPyLink.open(f"rediss+cluster://{fronts[0].place}", trust=trust) as link:
        assert [await link.run(ADD, [key], [2]) for key in KEYS] == [2] * len(KEYS)
        assert all(front.visits for front in fronts), "a server was not asked through its front"
        await link.subscribe(["news"], lambda _, what: heard.put_nowait(what), lambda: None)
        await link.call("LPUSH", "wake", "token")
        await link.call("PUBLISH", "news", "记忆")
        assert await link.wait(["wake"], 5) == "token"
        assert await asyncio.wait_for(heard.get(), 5) == "记忆".encode()

        await asyncio.to_thread(fronted_cluster.migrate_slots, [key_slot(b"{1}")])
        assert await link.run(ADD, ["{1}"], [2]) == 4

        for front in fronts:
            front.drop()
        for key in KEYS:
            assert await surely_read(link, key) == (b"4" if key == "{1}" else b"2")


async def surely_read(link: RedisPyLink, key: str) -> Response:
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(OutcomeUnknown):
                return await link.call("GET", key)


async def test_a_cluster_s_certificate_of_nobody_we_know_is_refused_in_a_sentence(
    fronts: tuple[TlsProxy, ...],
) -> None:
    with pytest.raises(Unreachable, match=r"signed by nobody we know.*REDIS_CA"):
        await RedisPyLink.open(f"rediss+cluster://{fronts[0].place}")
    assert not any(front.visits for front in fronts)
