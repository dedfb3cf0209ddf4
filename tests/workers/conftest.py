"""Fixtures of the workers' tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from tests.cluster import Cluster
from tests.sentinels import Sentinels
from tests.workers.drivers_at_hand import OPENERS, Open
from tests.workers.lanes_at_hand import AtHand, LocalAtHand, RedisAtHand
from workers import redis_leasing
from workers.redis_py_link import RedisPyLink

MakeLanes = Callable[..., AtHand]


@pytest.fixture(params=OPENERS)
def open_one(request: pytest.FixtureRequest) -> Open:
    """RedisLink.open, and its like of the other driver; the test runs once with each."""
    return OPENERS[request.param]


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Three servers for the whole run; do not assume that they are empty."""
    with Cluster() as cluster:
        yield cluster


@pytest.fixture
async def cluster_link(cluster: Cluster) -> AsyncIterator[RedisPyLink]:
    """To `cluster`, whose data was removed before the test."""
    for i in range(len(cluster.servers)):
        cluster.ask(i, "FLUSHALL")
    async with await RedisPyLink.open(cluster.url) as link:
        yield link


@pytest.fixture(scope="session")
def sentinels() -> Iterator[Sentinels]:
    """A primary for the whole run, which nobody fails over."""
    with Sentinels() as sentinels:
        yield sentinels


@pytest.fixture(params=["in process", "on the server", "on a cluster"])
def make_lanes(request: pytest.FixtureRequest) -> MakeLanes:
    """Builds lanes with other limits than the usual ones; the test runs once per version."""
    if request.param == "in process":
        return LocalAtHand
    link = request.getfixturevalue("link" if request.param == "on the server" else "cluster_link")
    return lambda **options: RedisAtHand(link, **options)


@pytest.fixture
def at_hand(make_lanes: MakeLanes) -> AtHand:
    return make_lanes()


@pytest.fixture
def nobody_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes are leased strictly in line and opened by who asks for it, as the plain ones are."""
    monkeypatch.setattr(redis_leasing, "MOST_NAMED", 0)
