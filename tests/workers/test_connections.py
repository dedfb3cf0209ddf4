"""Both versions of what is known of business connections, under one contract."""

from __future__ import annotations

import pytest

from workers.business import Connection, Connections, DictConnections, host_of
from workers.keys import Keys
from workers.redis_connections import RedisConnections
from workers.redis_link import RedisLink

FIRST = Connection("bc-1", 999)


@pytest.fixture(params=["in process", "on the server"])
def connections(request: pytest.FixtureRequest) -> Connections:
    if request.param == "in process":
        return DictConnections()
    link: RedisLink = request.getfixturevalue("link")
    return RedisConnections(link, Keys("test", "1", shards=3))


async def test_a_connection_is_known_by_its_name_and_its_account(connections: Connections) -> None:
    assert await connections.named("bc-1") is None
    assert await connections.of_account(999) is None
    for _ in range(2):
        await connections.keep(FIRST)
    assert await connections.named("bc-1") == FIRST
    assert await connections.of_account(999) == FIRST
    assert await connections.of_account(998) is None


async def test_what_changes_takes_the_place_of_what_was_known(connections: Connections) -> None:
    await connections.keep(FIRST)
    ended = Connection("bc-1", 999, enabled=False, can_reply=False)
    await connections.keep(ended)
    assert await connections.of_account(999) == ended
    assert not ended.usable


async def test_only_an_account_s_newest_connection_is_kept(connections: Connections) -> None:
    await connections.keep(FIRST)
    await connections.keep(Connection("bc-9", 777))
    again = Connection("bc-2", 999)
    await connections.keep(again)
    assert await connections.of_account(999) == again
    assert await connections.named("bc-1") is None
    assert await connections.named("bc-9") == Connection("bc-9", 777)


def test_what_cannot_be_read_is_no_connection() -> None:
    assert Connection.from_json({"id": "bc-1"}) is None
    assert Connection.from_json({**FIRST.to_json(), "account": "x"}) is None


@pytest.mark.parametrize(
    ("chat", "host"), [("55@999", "999"), ("55", ""), ("-100/42", ""), ("terminal", "")]
)
def test_the_name_of_a_lane_tells_whose_account_it_is(chat: str, host: str) -> None:
    assert host_of(chat) == host
