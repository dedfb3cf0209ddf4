"""Fixtures of the workers' tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.workers.lanes_at_hand import AtHand, LocalAtHand, RedisAtHand

MakeLanes = Callable[..., AtHand]


@pytest.fixture(params=["in process", "on the server"])
def make_lanes(request: pytest.FixtureRequest) -> MakeLanes:
    """Builds lanes with other limits than the usual ones; the test runs once per version."""
    if request.param == "in process":
        return LocalAtHand
    link = request.getfixturevalue("link")
    return lambda **options: RedisAtHand(link, **options)


@pytest.fixture
def at_hand(make_lanes: MakeLanes) -> AtHand:
    return make_lanes()
