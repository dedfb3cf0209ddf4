"""Which driver makes the link, and that the other one is not even loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest
from structlog.testing import capture_logs

from tests.cluster import Cluster, free_ports
from tests.sentinels import Sentinels
from tests.servers import Server
from tests.workers.tls_proxy import HERE
from workers.drivers import DriverName, LinkOptions, open_link
from workers.link import Script, Unreachable
from workers.trust import Trust

ADD = Script("add", "return redis.call('INCRBY', KEYS[1], ARGV[1])")


@pytest.mark.parametrize(
    ("driver", "module"),
    [
        (None, "workers.redis_link"),
        ("asyncio-redis", "workers.redis_link"),
        ("redis-py", "workers.redis_py_link"),
    ],
)
async def test_one_server_is_reached_by_the_driver_that_is_set(
    server: Server, driver: DriverName | None, module: str
) -> None:
    link = await open_link(server.url, LinkOptions(driver=driver))
    assert type(link).__module__ == module
    assert await link.run(ADD, ["{driver}n"], [0]) is not None
    await link.close()


@pytest.mark.parametrize("driver", [None, "redis-py"])
async def test_a_cluster_and_a_primary_behind_sentinel_are_reached(
    cluster: Cluster, sentinels: Sentinels, driver: DriverName | None
) -> None:
    for url in (cluster.url, sentinels.url):
        link = await open_link(url, LinkOptions(driver=driver))
        assert await link.call("PING") == b"PONG"
        await link.close()


@pytest.mark.parametrize(
    ("url", "what"),
    [("redis+sentinel://h:1/lanes", "Sentinel"), ("rediss+cluster://h:1", "Redis Cluster")],
)
async def test_asyncio_redis_is_refused_where_it_cannot_speak(url: str, what: str) -> None:
    with pytest.raises(Unreachable, match=f"REDIS_DRIVER=asyncio-redis cannot speak to {what};"):
        await open_link(url, LinkOptions(driver="asyncio-redis"))


@pytest.mark.parametrize(
    "url",
    ["redis://", "http://host", "redis+sentinel://host", "redis+cluster://host/3", "redis://a,b"],
)
async def test_an_address_that_cannot_be_read_is_refused_without_quoting_it(url: str) -> None:
    with pytest.raises(Unreachable, match="must look like") as refusal:
        await open_link(url.replace("://", "://me:s3cr3t@"))
    assert "s3cr3t" not in str(refusal.value)


async def test_who_is_believed_without_proof_is_logged() -> None:
    options = LinkOptions(timeout_s=0.1, trust=Trust(verify=False))
    with capture_logs() as logs, pytest.raises(Unreachable, match="no server listens"):
        await open_link(f"rediss://{HERE}:1", options)
    assert [line["log_level"] for line in logs] == ["warning"]


async def test_a_server_alone_is_no_cluster(own_server: Server) -> None:
    (port,) = free_ports(1)
    own_server.stop()
    own_server.start("--port", str(port), "--bind", HERE)
    with pytest.raises(Unreachable, match="no part of a cluster; write redis://"):
        await open_link(f"redis+cluster://{HERE}:{port}")


@pytest.mark.parametrize("driver", ["asyncio-redis", "redis-py"])
async def test_one_server_of_a_cluster_is_not_taken_for_the_whole(
    cluster: Cluster, driver: DriverName
) -> None:
    with pytest.raises(Unreachable, match=r"is one of a cluster; write redis\+cluster://"):
        await open_link(f"redis://{HERE}:{cluster.ports[1]}", LinkOptions(driver=driver))


async def test_a_service_that_no_sentinel_knows_is_named(sentinels: Sentinels) -> None:
    with pytest.raises(Unreachable, match="knows no primary of elsewhere"):
        await open_link(sentinels.url.replace("/lanes", "/elsewhere"))


@pytest.mark.parametrize(
    ("url", "driver", "absent"),
    [
        (f"redis://{HERE}:1", None, "redis"),
        (f"redis://{HERE}:1", "redis-py", "asyncio_redis"),
        (f"redis+cluster://{HERE}:1", None, "asyncio_redis"),
    ],
)
def test_only_the_driver_in_use_is_loaded(url: str, driver: str | None, absent: str) -> None:
    program = f"""
import asyncio, sys
from workers.drivers import LinkOptions, open_link
from workers.link import Unreachable
try:
    asyncio.run(open_link({url!r}, LinkOptions(driver={driver!r}, timeout_s=0.01)))
except Unreachable:
    print({absent!r} in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ran.stdout.decode().strip() == "False"
