"""What both versions promise about the memory that comes along with an opened lane."""

from __future__ import annotations

from memory.conversation import ConversationId
from memory.store import Tended
from tests.workers.lanes_at_hand import AtHand, RedisAtHand, answer, answered, take, turn
from workers.jobs import ChatSettings
from workers.redis_lanes import RedisLanes
from workers.redis_link import RedisLink


async def put(at_hand: AtHand, *update_ids: int) -> None:
    for update_id in update_ids:
        await at_hand.lanes.put(turn(update_id))


async def test_the_memory_comes_along_as_the_store_has_it(at_hand: AtHand) -> None:
    await put(at_hand, 1, 2, 3)
    await answer(at_hand.lanes, answered(1))
    await answer(at_hand.lanes, answered(2))
    seen = await at_hand.store.load(ConversationId("7"))
    await at_hand.store.commit_tended(seen, Tended(1, {"a": {"version": 1, "state": {"b": 2}}}))
    _, opened = await take(at_hand.lanes)
    assert opened.memory is not None
    assert [exchange.number for exchange in opened.memory.exchanges] == [1, 2]
    assert opened.memory == await at_hand.store.load(ConversationId("7"))


async def test_no_memory_comes_along_with_an_outbox_or_with_nothing(at_hand: AtHand) -> None:
    await put(at_hand, 1)
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    assert (await at_hand.lanes.open(lease)).memory is None
    await at_hand.lanes.release(lease)
    await put(at_hand, 2)
    lease, _ = await take(at_hand.lanes)
    await at_hand.lanes.stop("7", 3)
    emptied = await at_hand.lanes.open(lease)
    assert (emptied.turns, emptied.memory) == ((), None)


async def test_a_chat_at_a_later_conversation_gets_that_one_s_memory(link: RedisLink) -> None:
    """But for the first time, when the server's lanes guess the conversation wrong."""
    at_hand = RedisAtHand(link)
    await put(at_hand, 1, 2, 3)
    await answer(at_hand.lanes, answered(1))
    await answer(at_hand.lanes, answered(1, conversation=2, settings=ChatSettings(2, "")))
    lease, opened = await take(at_hand.lanes)
    assert opened.memory is None
    again = await at_hand.lanes.open(lease)
    assert again.memory == await at_hand.store.load(ConversationId("7", 2))
    assert len(again.memory.exchanges) == 1


async def test_a_log_that_went_back_does_not_come_along(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await put(at_hand, 1, 2)
    await answer(at_hand.lanes, answered(1))
    await at_hand.store.load(ConversationId("7"))
    await link.call("DEL", at_hand.keys.name("log", ConversationId("7")))
    _, opened = await take(at_hand.lanes)
    assert opened.memory is None
    assert (await at_hand.store.load(ConversationId("7"))).exchanges == ()


async def test_lanes_that_know_no_memories_read_none(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await put(at_hand, 1)
    _, opened = await take(RedisLanes(link, at_hand.keys))
    assert (len(opened.turns), opened.memory) == (1, None)
