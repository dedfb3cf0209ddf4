"""What both versions tell an operator about how full the lanes are."""

from __future__ import annotations

import pytest

from memory.conversation import ConversationId
from tests.workers.lanes_at_hand import AtHand, RedisAtHand, answer, answered, take, turn
from workers.jobs import Reply
from workers.keys import Keys
from workers.lane_depths import Depth, in_all
from workers.redis_link import RedisLink


async def depth(at_hand: AtHand) -> Depth:
    return in_all(await at_hand.lanes.depths())


async def test_empty_lanes_have_no_depth(at_hand: AtHand) -> None:
    assert await at_hand.lanes.depths() == (Depth(),)


async def test_each_chat_counts_where_it_is(at_hand: AtHand) -> None:
    for chat in "abcd":
        await at_hand.lanes.put(turn(1, chat))
        await at_hand.lanes.put(turn(2, chat))
    delayed, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(delayed, opened.turns, "x", 1000, Reply())
    buried, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(buried, opened.turns, "x", None, Reply())
    await at_hand.lanes.release(buried)
    running, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(running, opened.turns, answered(chat=running.chat, tend=True))
    now = await depth(at_hand)
    assert (now.waiting, now.chats, now.looked_at) == (6, 4, 4)
    assert (now.ready, now.in_flight, now.delayed) == (2, 1, 1)
    assert (now.to_tend, now.dead) == (1, 1)


async def test_a_memory_being_tended_does_not_wait_any_more(at_hand: AtHand) -> None:
    for number in (1, 2):
        await at_hand.lanes.ask_tending(ConversationId("7", number))
    await at_hand.lanes.lease_tending("w", 1)
    assert (await depth(at_hand)).to_tend == 1


async def test_the_oldest_waiting_turn_is_the_one_that_came_first(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(5, "a"))
    await at_hand.pass_time(60_000)
    await at_hand.lanes.put(turn(1, "b"))
    await at_hand.pass_time(30_000)
    assert (await depth(at_hand)).oldest_s == pytest.approx(90, abs=5)
    assert await answer(at_hand.lanes) == (5,)
    assert (await depth(at_hand)).oldest_s == pytest.approx(30, abs=5)
    assert await answer(at_hand.lanes) == (1,)
    assert (await depth(at_hand)).oldest_s is None


async def test_a_busy_chat_s_old_turns_are_seen_at_the_end_of_a_long_line(link: RedisLink) -> None:
    at_hand = RedisAtHand(link, max_waiting_all=1000)
    for update_id in (1, 2):
        await at_hand.lanes.put(turn(update_id, "busy"))
    await at_hand.pass_time(60_000)
    for chat in range(200):
        await at_hand.lanes.put(turn(3, str(chat)))
    assert await answer(at_hand.lanes) == (1,)
    now = await depth(at_hand)
    assert now.oldest_s == pytest.approx(60, abs=5)
    assert (now.chats, now.looked_at) == (201, 32)


async def test_a_turn_whose_time_was_forgotten_has_no_age(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(1))
    await link.call("DEL", at_hand.keys.name("seen", "7"))
    assert (await depth(at_hand)).oldest_s is None


async def test_every_shard_has_its_own_depth(link: RedisLink) -> None:
    at_hand = RedisAtHand(link, Keys("test", "1", shards=4))
    chats = [str(chat) for chat in range(40)]
    for chat in chats:
        await at_hand.lanes.put(turn(1, chat))
    depths = await at_hand.lanes.depths()
    shards = [at_hand.keys.shard_of(chat) for chat in chats]
    assert [depth.waiting for depth in depths] == [shards.count(shard) for shard in range(4)]
    assert in_all(depths).waiting == 40
    assert in_all(depths).looked_at <= 64
