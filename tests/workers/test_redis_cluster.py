"""The link and the lanes on a cluster whose slots move and whose servers die."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from redis.crc import key_slot

from memory.conversation import ConversationId
from tests.cluster import Cluster
from tests.workers.drivers_at_hand import Driver
from tests.workers.lanes_at_hand import RedisAtHand, answered, turn
from workers.keys import Keys
from workers.lanes import Lease, LeaseLost
from workers.link import OutcomeUnknown, Script
from workers.redis_py_link import RedisPyLink

PATIENCE_S = 20.0
CHATS = [str(chat) for chat in range(12)]
WORKERS = 3
MOVES = 6
BOTH = Script("both", "return {redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])}")
Answer = TypeVar("Answer")


def slot_of(key: str) -> int:
    return key_slot(key.encode())


async def repeated(call: Callable[[], Awaitable[Answer]]) -> Answer:
    """What every caller of the lanes does: they are safe to repeat."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with contextlib.suppress(OutcomeUnknown):
                return await call()


async def test_a_moved_slot_is_followed(cluster: Cluster, cluster_link: RedisPyLink) -> None:
    await cluster_link.call("SET", "key", "here")
    await asyncio.to_thread(cluster.migrate_slots, [slot_of("key")])
    assert await cluster_link.call("GET", "key") == b"here"


async def test_a_key_that_is_not_there_yet_is_asked_for_where_it_will_be(
    cluster: Cluster, cluster_link: RedisPyLink
) -> None:
    slot = slot_of("key")
    source, target = await asyncio.to_thread(cluster.begin_move, slot)
    await cluster_link.call("SET", "key", "new")
    assert await cluster_link.call("GET", "key") == b"new"
    assert await asyncio.to_thread(cluster.ask, source, "CLUSTER", "COUNTKEYSINSLOT", slot) == 0
    await asyncio.to_thread(cluster.end_move, slot, source, target)
    assert await cluster_link.call("GET", "key") == b"new"


async def test_a_script_waits_until_all_its_keys_are_on_one_server(
    cluster: Cluster, cluster_link: RedisPyLink
) -> None:
    slot = slot_of("{t}")
    await asyncio.gather(*(cluster_link.call("SET", f"{{t}}{n}", n) for n in (1, 2)))
    source, target = await asyncio.to_thread(cluster.begin_move, slot)
    await asyncio.to_thread(cluster.move_keys, source, target, "{t}1")
    both = asyncio.ensure_future(cluster_link.run(BOTH, ["{t}1", "{t}2"]))
    await asyncio.to_thread(cluster.move_keys, source, target, "{t}2")
    await asyncio.to_thread(cluster.end_move, slot, source, target)
    assert await asyncio.wait_for(both, PATIENCE_S) == [b"1", b"2"]


async def test_a_wait_follows_its_slot(cluster: Cluster, cluster_link: RedisPyLink) -> None:
    driver = Driver(RedisPyLink.open, cluster.url, cluster.servers)
    waiting = asyncio.ensure_future(cluster_link.wait(["{w}1"], PATIENCE_S))
    await driver.until_blocked(1)
    await asyncio.to_thread(cluster.migrate_slots, [slot_of("{w}1")])
    await cluster_link.call("LPUSH", "{w}1", "token")
    assert await waiting == "token"


async def test_calls_come_back_with_a_server_that_was_killed(
    cluster: Cluster, cluster_link: RedisPyLink
) -> None:
    keys = [f"{{{n}}}" for n in range(30)]
    await asyncio.gather(*(cluster_link.call("SET", key, 1) for key in keys))
    await asyncio.to_thread(cluster.restart, 0)
    for key in keys:
        assert await repeated(partial(cluster_link.call, "SET", key, 2)) == b"OK"


async def test_a_replica_that_takes_over_is_found() -> None:
    quick = ("--cluster-node-timeout", "800", "--repl-diskless-sync-delay", "0")
    with Cluster(*quick, replicas=1) as cluster:
        key = next(key for key in map(str, range(1000)) if cluster.owner(slot_of(key)) == 0)
        async with await RedisPyLink.open(cluster.url) as link:
            assert await link.call("INCR", key) == 1
            await until_heard(cluster, 3)
            await asyncio.to_thread(cluster.servers[0].stop)
            assert await repeated(partial(link.call, "INCR", key)) == 2


async def until_heard(cluster: Cluster, replica: int) -> None:
    """The replica has a key; what it has not heard is lost with its primary."""
    async with asyncio.timeout(PATIENCE_S):
        while not await asyncio.to_thread(cluster.ask, replica, "DBSIZE"):
            pass  # each look is a round trip


class Load:
    """Turns that are put and answered without a break until they are enough."""

    def __init__(self, at_hand: RedisAtHand) -> None:
        self.lanes = at_hand.lanes
        self.enough = asyncio.Event()
        self.put = 0
        self.answered = 0

    async def produce(self) -> None:
        while not self.enough.is_set():
            self.put += 1
            for chat in CHATS:
                one = turn(self.put, chat)
                await repeated(partial(self.lanes.put, one))
                await repeated(partial(self.lanes.put, one))

    async def work(self, worker: str) -> None:
        while not (self.enough.is_set() and self.answered >= self.put * len(CHATS)):
            leased = await repeated(lambda: self.lanes.lease(worker, 4))
            if not leased.leases:
                await self.lanes.wait(0.2)
            for lease in leased.leases:
                with contextlib.suppress(LeaseLost):
                    await self.answer(lease)

    async def answer(self, lease: Lease) -> None:
        opened = await repeated(lambda: self.lanes.open(lease))
        if opened.turns:
            number = opened.turns[0].update_id
            outcome = answered(number, lease.chat, str(number))
            await repeated(lambda: self.lanes.commit(lease, opened.turns, outcome))
            self.answered += 1
        await repeated(lambda: self.lanes.release(lease))


async def test_no_turn_is_lost_or_doubled_while_slots_move_under_load(
    cluster: Cluster, cluster_link: RedisPyLink
) -> None:
    keys = Keys("test", "1", shards=4)
    at_hand = RedisAtHand(cluster_link, keys, max_waiting=1000)
    load = Load(at_hand)
    slots = [slot_of(keys.name("fence", shard)) for shard in range(keys.shards)]

    async def move() -> None:
        for _ in range(MOVES):
            moved = await asyncio.to_thread(cluster.migrate_slots, slots)
            assert moved > 0, "nothing was stored yet"
        load.enough.set()

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        group.create_task(load.produce())
        for number in range(WORKERS):
            group.create_task(load.work(f"worker {number}"))
        while not load.answered:
            await at_hand.lanes.wait(0.02)
        group.create_task(move())

    for chat in CHATS:
        memory = await at_hand.store.load(ConversationId(chat))
        assert [e.number for e in memory.exchanges] == list(range(1, load.put + 1)), chat
    assert await at_hand.lanes.dead_letters(1) == ()
