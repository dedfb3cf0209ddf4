"""How workers learn that there is something to do, without polling."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from memory.conversation import ConversationId
from tests.workers.conftest import MakeLanes
from tests.workers.lanes_at_hand import AllLanes, AtHand, RedisAtHand, answered, take, turn
from workers.jobs import Reply
from workers.keys import Keys
from workers.redis_link import RedisLink

PATIENCE_S = 20.0
HERE = ConversationId("7")


async def woken(lanes: AllLanes, by: Callable[[], Awaitable[object]]) -> float:
    """How long a worker that waits goes on waiting after that happened."""
    loop = asyncio.get_running_loop()
    waiting = asyncio.create_task(lanes.wait(1.9))
    await asyncio.sleep(0)
    await by()
    since = loop.time()
    await asyncio.wait_for(waiting, PATIENCE_S)
    return loop.time() - since


async def drained(lanes: AllLanes) -> None:
    """Lease nothing until no hint is left that would end a wait at once."""
    for _ in range(6):
        await lanes.wait(0.005)


async def test_a_put_wakes_a_waiting_worker(at_hand: AtHand) -> None:
    assert await woken(at_hand.lanes, lambda: at_hand.lanes.put(turn(1))) < 1.5


async def test_asking_for_tending_wakes_a_waiting_worker(at_hand: AtHand) -> None:
    assert await woken(at_hand.lanes, lambda: at_hand.lanes.ask_tending(HERE)) < 1.5


async def test_a_lane_handed_back_wakes_a_waiting_worker(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, _ = await take(at_hand.lanes)
    await drained(at_hand.lanes)
    assert await woken(at_hand.lanes, lambda: at_hand.lanes.hand_back(lease)) < 1.5


async def test_a_lane_released_with_more_turns_wakes_a_waiting_worker(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await drained(at_hand.lanes)
    assert await woken(at_hand.lanes, lambda: at_hand.lanes.release(lease)) < 1.5


async def test_a_commit_that_asks_for_tending_wakes_a_waiting_worker(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await drained(at_hand.lanes)
    done = answered(1, tend=True)
    assert await woken(at_hand.lanes, lambda: at_hand.lanes.commit(lease, opened.turns, done)) < 1.5


async def test_a_stop_tells_the_worker_at_once_and_ends_its_wait(at_hand: AtHand) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    at_hand.lanes.on_stop(told.put_nowait)
    await at_hand.lanes.put(turn(1))
    await take(at_hand.lanes)
    await drained(at_hand.lanes)
    assert await woken(at_hand.lanes, lambda: at_hand.lanes.stop("7", 2)) < 1.5
    assert await asyncio.wait_for(told.get(), PATIENCE_S) == "7"


async def test_a_stop_with_nothing_running_tells_nobody(at_hand: AtHand) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    at_hand.lanes.on_stop(told.put_nowait)
    await at_hand.lanes.put(turn(1, "8"))
    await at_hand.lanes.put(turn(1, "9"))
    await take(at_hand.lanes)
    await at_hand.lanes.stop("9", 2)
    await at_hand.lanes.stop("8", 2)
    assert await asyncio.wait_for(told.get(), PATIENCE_S) == "8"


async def test_who_answers_a_turn_is_told_what_was_sent_together_with_it(at_hand: AtHand) -> None:
    told: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    at_hand.lanes.on_rejoin(lambda chat, fence: told.put_nowait((chat, fence)))
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.rejoin("7", 1, 2)
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(turn(2))
    for id_, other in ((1, 1), (3, 2), (1, 2)):
        await at_hand.lanes.rejoin("7", id_, other)
    assert await asyncio.wait_for(told.get(), PATIENCE_S) == ("7", lease.fence)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.rejoin("7", 1, 2)
    await at_hand.lanes.release(lease)
    lease, _ = await take(at_hand.lanes)
    await at_hand.lanes.rejoin("7", 2, 3)
    assert await asyncio.wait_for(told.get(), PATIENCE_S) == ("7", lease.fence)


async def test_who_answers_a_turn_is_told_what_was_said_beside_it(at_hand: AtHand) -> None:
    told: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    at_hand.lanes.on_beside(lambda chat, fence: told.put_nowait((chat, fence)))
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.beside("7")
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.beside("8")
    await at_hand.lanes.beside("7")
    assert await asyncio.wait_for(told.get(), PATIENCE_S) == ("7", lease.fence)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.beside("7")
    assert told.empty()


async def test_a_wait_ends_when_its_time_is_up(at_hand: AtHand) -> None:
    await asyncio.wait_for(at_hand.lanes.wait(0.01), PATIENCE_S)


async def test_leasing_some_of_the_lanes_wakes_another_worker_for_the_rest(
    make_lanes: MakeLanes,
) -> None:
    lanes = make_lanes().lanes
    for chat in ("1", "2", "3"):
        await lanes.put(turn(1, chat))
    await drained(lanes)
    assert await woken(lanes, lambda: lanes.lease("w", 1)) < 1.5


async def test_wake_tokens_do_not_pile_up(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    for chat in range(50):
        await at_hand.lanes.put(turn(1, str(chat)))
    assert await link.call("LLEN", at_hand.keys.name("wake")) == 4


async def test_another_process_hears_a_stop(link: RedisLink) -> None:
    """The bot stops, the worker is told: two lanes over one server."""
    bot, worker = RedisAtHand(link), RedisAtHand(link)
    told: asyncio.Queue[str] = asyncio.Queue()
    worker.lanes.on_stop(told.put_nowait)
    await bot.lanes.put(turn(1, "چت"))
    await take(worker.lanes)
    await bot.lanes.stop("چت", 2)
    assert await asyncio.wait_for(told.get(), PATIENCE_S) == "چت"


@pytest.mark.parametrize("shards", [2, 7])
async def test_every_shard_s_lanes_are_found(link: RedisLink, shards: int) -> None:
    at_hand = RedisAtHand(link, Keys("test", "1", shards))
    chats = {str(chat) for chat in range(40)}
    for chat in chats:
        await at_hand.lanes.put(turn(1, chat))
        await at_hand.lanes.ask_tending(ConversationId(chat))
    leased = await at_hand.lanes.lease("w", 25)
    rest = await at_hand.lanes.lease("w", 25)
    assert (len(leased.leases), len(rest.leases)) == (25, 15)
    assert leased.tending_due
    leases = (*leased.leases, *rest.leases)
    assert {lease.chat for lease in leases} == chats
    assert await at_hand.lanes.beat(leases) == await at_hand.lanes.beat(leases)
    assert {t.conversation.chat for t in await at_hand.lanes.lease_tending("w", 99)} == chats
    for lease in leases[:10]:
        opened = await at_hand.lanes.open(lease)
        await at_hand.lanes.fail(lease, opened.turns, "x", None, Reply())
    letters = await at_hand.lanes.dead_letters(4)
    assert [letter.chat for letter in letters] == [lease.chat for lease in leases[9:5:-1]]


async def test_no_shard_is_always_last(link: RedisLink) -> None:
    at_hand = RedisAtHand(link, Keys("test", "1", 3))
    for chat in range(60):
        await at_hand.lanes.put(turn(1, str(chat)))
    shards = [
        at_hand.keys.shard_of((await at_hand.lanes.lease("w", 1)).leases[0].chat) for _ in range(6)
    ]
    assert sorted(shards) == [0, 0, 1, 1, 2, 2]
