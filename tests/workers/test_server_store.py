"""Appending without a lane, on the server and in the process."""

from __future__ import annotations

import asyncio

import pytest

from memory.conversation import ConversationId, pair
from memory.store import MemoryConflict
from tests.servers import Server
from workers.keys import Keys
from workers.redis_link import RedisLink
from workers.redis_store import RedisStore
from workers.remembering import KeepsExchanges, LocalStore
from workers.server_store import ServerStore, open_store

HERE = ConversationId("anna")
KEYS = Keys(prefix="test", bot="x")


@pytest.fixture(params=["in process", "on the server"])
def store(request: pytest.FixtureRequest) -> KeepsExchanges:
    if request.param == "in process":
        return LocalStore()
    return request.getfixturevalue("server_store")  # type: ignore[no-any-return]


@pytest.fixture
async def server_store(link: RedisLink) -> ServerStore:
    return ServerStore(link, KEYS)


async def test_exchanges_are_appended_one_after_the_other(store: KeepsExchanges) -> None:
    said = [pair(n, f"سلام {n}", "你好") for n in (1, 2, 3)]
    for exchange in said:
        await store.add(HERE, exchange)
    memory = await store.load(HERE)
    assert memory.exchanges == tuple(said)
    assert memory.last_number == 3


@pytest.mark.parametrize("number", [1, 3])
async def test_a_number_that_is_not_the_next_is_a_conflict(
    store: KeepsExchanges, number: int
) -> None:
    await store.add(HERE, pair(1, "a", "b"))
    with pytest.raises(MemoryConflict):
        await store.add(HERE, pair(number, "another", "b"))
    assert (await store.load(HERE)).exchanges == (pair(1, "a", "b"),)


async def test_removed_exchanges_give_their_numbers_to_no_other(store: KeepsExchanges) -> None:
    await store.add(HERE, pair(1, "a", "b"))
    await store.expire(HERE, 2)
    await store.add(HERE, pair(2, "c", "d"))
    assert [e.number for e in (await store.load(HERE)).exchanges] == [2]


async def test_a_repeated_append_is_no_conflict_with_itself(server_store: ServerStore) -> None:
    """The answer to the first may have been lost."""
    for _ in range(2):
        await server_store.add(HERE, pair(1, "a", "b"))
    assert len((await server_store.load(HERE)).exchanges) == 1


async def test_what_was_appended_can_be_searched_by_its_card(
    server_store: ServerStore, link: RedisLink
) -> None:
    for number in range(1, 100):
        await server_store.add(HERE, pair(number, f"thing {number}", "noted"))
    cold = await RedisStore(link, KEYS).load(HERE)
    assert len(cold.exchanges) == 99
    assert await link.call("HLEN", KEYS.name("cards", HERE)) == 99


async def test_a_store_is_opened_by_its_address(server: Server, link: RedisLink) -> None:
    for _ in range(2):
        async with open_store(server.url, prefix="opened") as store:
            assert store.home is asyncio.get_running_loop()
            number = (await store.load(HERE)).last_number + 1
            await store.add(HERE, pair(number, "a", "b"))
    async with open_store(server.url, prefix="opened") as store:
        assert len((await store.load(HERE)).exchanges) == 2
