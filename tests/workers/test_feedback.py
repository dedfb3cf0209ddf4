"""A reaction becomes the feedback of the exchange that it belongs to, and everyone reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory.conversation import ConversationId, pair
from memory.log import log_of
from tests.workers.lanes_at_hand import RedisAtHand, answered, take, turn
from workers.jobs import ChatSettings
from workers.known_memories import KnownMemories
from workers.link import Link
from workers.redis_feedback import RedisFeedback
from workers.redis_store import RedisStore

TRICKY = 'he said "feedback":0.5} and "feedback":0.5'


@pytest.fixture
def at_hand(link: Link) -> RedisAtHand:
    return RedisAtHand(link)


async def answer(at_hand: RedisAtHand, number: int, *ids: int, conversation: int = 1) -> None:
    """The turn of this number, answered by a reply with these message ids."""
    await at_hand.lanes.put(turn(number + 100 * conversation))
    lease, opened = await take(at_hand.lanes)
    done = answered(number, conversation=conversation, settings=ChatSettings(conversation))
    assert done.exchange is not None
    said = pair(number, TRICKY, f"answer {number} {TRICKY}", at=done.exchange.asked_at)
    await at_hand.lanes.commit(lease, opened.turns, replace(done, exchange=said))
    for part, id_ in enumerate(ids[:-1]):
        await at_hand.lanes.mark_sent(lease, part, [id_])
    await at_hand.lanes.release(lease, ids[-1:])


async def opinions(at_hand: RedisAtHand, conversation: int = 1) -> dict[int, float]:
    here = ConversationId("7", conversation)
    memory = await at_hand.store.load(here)
    memory = await at_hand.store.read(memory, log_of(memory.exchanges).numbers)
    return {exchange.number: exchange.feedback for exchange in memory.exchanges}


async def test_the_exchange_of_any_part_of_the_reply_gets_it(at_hand: RedisAtHand) -> None:
    feedback = RedisFeedback(at_hand.link, at_hand.keys)
    await answer(at_hand, 1, 31, 32)
    await answer(at_hand, 2, 331)
    assert await feedback.note("7", 32, 1)
    assert await feedback.note("7", 331, 0)
    assert await opinions(at_hand) == {1: 1, 2: 0}
    assert await feedback.note("7", 31, 0.5), "taken back"
    assert await opinions(at_hand) == {1: 0.5, 2: 0}


async def test_what_was_said_stays_as_it_was(at_hand: RedisAtHand) -> None:
    here = ConversationId("7", 1)
    await answer(at_hand, 1, 31)
    (before,) = (await at_hand.store.load(here)).exchanges
    await RedisFeedback(at_hand.link, at_hand.keys).note("7", 31, 1)
    (after,) = (await at_hand.store.load(here)).exchanges
    assert after == replace(before, feedback=1)


async def test_a_worker_that_knows_the_exchange_reads_it_again(at_hand: RedisAtHand) -> None:
    here = ConversationId("7", 1)
    await answer(at_hand, 1, 31)
    store = RedisStore(at_hand.link, at_hand.keys, KnownMemories())
    for expected in (0.5, 1.0):
        memory = await store.load(here)
        assert [e.feedback for e in log_of(memory.exchanges)] == [expected]
        await RedisFeedback(at_hand.link, at_hand.keys).note("7", 31, 1)


async def test_an_answer_before_new_is_found_and_an_unknown_message_is_not(
    at_hand: RedisAtHand,
) -> None:
    feedback = RedisFeedback(at_hand.link, at_hand.keys)
    await answer(at_hand, 1, 31)
    await answer(at_hand, 1, 41, conversation=2)
    assert await feedback.note("7", 31, 0)
    assert not await feedback.note("7", 3, 0)
    assert not await feedback.note("8", 31, 0)
    assert (await opinions(at_hand, 1), await opinions(at_hand, 2)) == ({1: 0}, {1: 0.5})


async def test_an_answer_far_back_is_found(at_hand: RedisAtHand) -> None:
    for number in range(1, 205):
        await answer(at_hand, number, 1000 + number)
    feedback = RedisFeedback(at_hand.link, at_hand.keys)
    assert [await feedback.note("7", 1000 + number, 1) for number in (1, 4, 5)] == [True] * 3
    assert sorted(n for n, said in (await opinions(at_hand)).items() if said == 1) == [1, 4, 5]
