"""What both versions promise about tending memory, beside the lanes."""

from __future__ import annotations

from memory.conversation import ConversationId
from tests.workers.lanes_at_hand import (
    LEASE_MS,
    AtHand,
    answer,
    lease_one,
    turn,
)

HERE = ConversationId("-100123/42", 3)


async def test_asking_twice_is_asking_once(at_hand: AtHand) -> None:
    await at_hand.lanes.ask_tending(HERE)
    await at_hand.lanes.ask_tending(HERE)
    (lease,) = await at_hand.lanes.lease_tending("w", 10)
    assert (lease.conversation, lease.attempts) == (HERE, 0)
    assert await at_hand.lanes.lease_tending("w", 10) == ()
    await at_hand.lanes.finish_tending(lease, None)
    assert await at_hand.lanes.lease_tending("w", 10) == ()
    assert not (await at_hand.lanes.lease("w", 1)).tending_due


async def test_a_request_during_a_tending_is_not_lost(at_hand: AtHand) -> None:
    await at_hand.lanes.ask_tending(HERE)
    (lease,) = await at_hand.lanes.lease_tending("w", 1)
    await at_hand.lanes.ask_tending(HERE)
    assert await at_hand.lanes.lease_tending("other", 1) == ()
    await at_hand.lanes.finish_tending(lease, None)
    await at_hand.lanes.finish_tending(lease, None)
    (again,) = await at_hand.lanes.lease_tending("w", 10)
    assert (again.conversation, again.attempts) == (HERE, 0)


async def test_a_dead_tender_s_conversation_comes_back(at_hand: AtHand) -> None:
    await at_hand.lanes.ask_tending(HERE)
    (lost,) = await at_hand.lanes.lease_tending("dead", 1)
    await at_hand.pass_time(LEASE_MS)
    assert (await at_hand.lanes.lease("w", 0)).tending_due
    (lease,) = await at_hand.lanes.lease_tending("alive", 1)
    assert (lease.conversation, lease.attempts) == (HERE, 1)
    assert not await at_hand.lanes.beat_tending(lost)
    await at_hand.lanes.finish_tending(lost, None)
    assert await at_hand.lanes.beat_tending(lease)


async def test_a_tending_that_is_given_back_counts_as_no_attempt(at_hand: AtHand) -> None:
    await at_hand.lanes.ask_tending(HERE)
    (lease,) = await at_hand.lanes.lease_tending("w", 1)
    await at_hand.lanes.finish_tending(lease, 1000)
    await at_hand.pass_time(1000)
    (lease,) = await at_hand.lanes.lease_tending("w", 1)
    await at_hand.lanes.finish_tending(lease, 0)
    (again,) = await at_hand.lanes.lease_tending("other", 1)
    assert (again.conversation, again.attempts) == (HERE, 1)


async def test_a_beat_renews_a_tending(at_hand: AtHand) -> None:
    await at_hand.lanes.ask_tending(HERE)
    (lease,) = await at_hand.lanes.lease_tending("w", 1)
    for _ in range(3):
        await at_hand.pass_time(LEASE_MS * 0.9)
        assert await at_hand.lanes.beat_tending(lease)
    assert await at_hand.lanes.lease_tending("w", 1) == ()


async def test_a_failed_tending_waits_out_its_back_off(at_hand: AtHand) -> None:
    await at_hand.lanes.ask_tending(HERE)
    (lease,) = await at_hand.lanes.lease_tending("w", 1)
    await at_hand.lanes.finish_tending(lease, 30_000)
    await at_hand.lanes.finish_tending(lease, 30_000)
    await at_hand.lanes.ask_tending(HERE)
    assert await at_hand.lanes.lease_tending("w", 1) == ()
    leased = await at_hand.lanes.lease("w", 1)
    assert not leased.tending_due
    assert leased.next_due_ms is not None
    assert 25_000 < leased.next_due_ms <= 30_000
    await at_hand.pass_time(30_000)
    (again,) = await at_hand.lanes.lease_tending("w", 1)
    assert again.attempts == 1


async def test_tending_and_answering_do_not_wait_for_each_other(at_hand: AtHand) -> None:
    await at_hand.lanes.ask_tending(ConversationId("7"))
    (tending,) = await at_hand.lanes.lease_tending("w", 1)
    await at_hand.lanes.put(turn(1))
    assert await answer(at_hand.lanes) == (1,)
    await at_hand.lanes.put(turn(2))
    await lease_one(at_hand.lanes)
    await at_hand.lanes.ask_tending(ConversationId("7", 2))
    (beside,) = await at_hand.lanes.lease_tending("w", 1)
    assert beside.conversation == ConversationId("7", 2)
    assert await at_hand.lanes.beat_tending(tending)


async def test_the_longest_waiting_is_tended_first(at_hand: AtHand) -> None:
    for number in (3, 1, 2):
        await at_hand.lanes.ask_tending(ConversationId("7", number))
    leases = await at_hand.lanes.lease_tending("w", 2)
    assert [lease.conversation.number for lease in leases] == [3, 1]
