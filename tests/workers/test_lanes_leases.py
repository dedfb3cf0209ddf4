"""What both versions promise when workers die, freeze, hand back or repeat themselves."""

from __future__ import annotations

import pytest

from tests.workers.lanes_at_hand import (
    LEASE_MS,
    AtHand,
    answer,
    answered,
    lease_one,
    take,
    turn,
)
from workers.jobs import Outbox, Reply
from workers.lanes import Committed, Failed, LeaseLost


async def test_an_expired_lease_is_taken_over_with_the_same_turn(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    await take(at_hand.lanes, "dead")
    await at_hand.pass_time(LEASE_MS)
    lease, opened = await take(at_hand.lanes, "alive")
    assert lease.attempts == 1
    assert [t.update_id for t in opened.turns] == [1]


async def test_a_taken_over_lane_goes_before_those_that_wait(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1, "first"))
    await at_hand.lanes.put(turn(1, "second"))
    assert {lease.chat for lease in (await at_hand.lanes.lease("dead", 2)).leases} == {
        "first",
        "second",
    }
    await at_hand.lanes.put(turn(1, "third"))
    await at_hand.pass_time(LEASE_MS)
    leases = (await at_hand.lanes.lease("alive", 3)).leases
    assert [lease.chat for lease in leases] == ["first", "second", "third"]


async def test_a_beat_renews_the_lease(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease = await lease_one(at_hand.lanes)
    for _ in range(3):
        await at_hand.pass_time(LEASE_MS * 0.9)
        beat = await at_hand.lanes.beat([lease])
        assert beat.lost == frozenset()
    assert (await at_hand.lanes.lease("other", 1)).leases == ()


async def test_an_expired_lease_nobody_took_is_still_held(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.pass_time(2 * LEASE_MS)
    assert await at_hand.lanes.commit(lease, opened.turns, answered()) is Committed.OK


async def test_a_zombie_changes_nothing(at_hand: AtHand) -> None:
    lanes = at_hand.lanes
    await lanes.put(turn(1))
    zombie, opened = await take(lanes, "zombie")
    await at_hand.pass_time(LEASE_MS)
    alive = await lease_one(lanes, "alive")

    assert (await lanes.beat([zombie, alive])).lost == {zombie}
    assert await lanes.commit(zombie, opened.turns, answered(1)) is Committed.STALE
    assert await lanes.fail(zombie, opened.turns, "late", 0, Reply()) is Failed.STALE
    assert await lanes.fail(zombie, opened.turns, "late", None, Reply()) is Failed.STALE
    await lanes.release(zombie)
    await lanes.hand_back(zombie)
    await lanes.drop(zombie, opened.turns)
    with pytest.raises(LeaseLost):
        await lanes.mark_sent(zombie, 0, [1])
    with pytest.raises(LeaseLost):
        await lanes.open(zombie)

    assert (await lanes.beat([alive])).lost == frozenset()
    assert (await lanes.open(alive)).turns == (turn(1),)
    assert (await at_hand.store.load(answered().conversation)).exchanges == ()
    assert await lanes.dead_letters(10) == ()


async def test_a_late_failure_of_a_swept_lease_is_stale_even_before_anybody_took_it(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    zombie, opened = await take(at_hand.lanes)
    await at_hand.pass_time(LEASE_MS)
    await at_hand.lanes.lease("w", 0)
    failed = await at_hand.lanes.fail(zombie, opened.turns, "late", 0, Reply())
    assert failed is Failed.STALE


async def test_a_lane_handed_back_is_next_in_line_and_no_attempt(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1, "7"))
    await at_hand.lanes.put(turn(1, "8"))
    lease, _ = await take(at_hand.lanes)
    await at_hand.lanes.hand_back(lease)
    await at_hand.lanes.hand_back(lease)
    again, opened = await take(at_hand.lanes)
    assert (again.chat, again.attempts) == ("7", 0)
    assert opened.turns == (turn(1),)
    assert [held.chat for held in (await at_hand.lanes.lease("w", 5)).leases] == ["8"]


async def test_a_lane_handed_back_in_delivery_keeps_its_outbox(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1, text="kept"))
    await at_hand.lanes.mark_sent(lease, 0, [31])
    await at_hand.lanes.hand_back(lease)
    _, again = await take(at_hand.lanes)
    assert again.turns == ()
    assert again.outbox == Outbox(Reply(text="kept"), {0: (31,)})


async def test_release_repeated_does_not_free_the_next_holder(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.release(lease)
    following = await lease_one(at_hand.lanes)
    await at_hand.lanes.release(lease)
    assert (await at_hand.lanes.lease("w", 1)).leases == ()
    assert (await at_hand.lanes.beat([following])).lost == frozenset()


async def test_attempts_begin_anew_with_the_next_turn(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    await take(at_hand.lanes)
    await at_hand.pass_time(LEASE_MS)
    assert await answer(at_hand.lanes) == (1,)
    assert (await lease_one(at_hand.lanes)).attempts == 0


@pytest.mark.parametrize("failed", [False, True], ids=["while it runs", "while it waits"])
async def test_a_turn_that_comes_late_is_not_charged_with_the_tries_of_the_one_it_goes_before(
    at_hand: AtHand, failed: bool
) -> None:
    await at_hand.lanes.put(turn(2))
    await take(at_hand.lanes)
    await at_hand.pass_time(LEASE_MS)
    lease, opened = await take(at_hand.lanes)
    if failed:
        await at_hand.lanes.fail(lease, opened.turns, "x", LEASE_MS, Reply())
    await at_hand.lanes.put(turn(1))
    await at_hand.pass_time(LEASE_MS)
    again, opened = await take(at_hand.lanes)
    assert (lease.attempts, again.attempts) == (1, 0)
    assert [t.update_id for t in opened.turns] == [1]


async def test_leasing_tells_when_to_look_again(at_hand: AtHand) -> None:
    assert (await at_hand.lanes.lease("w", 1)).next_due_ms is None
    await at_hand.lanes.put(turn(1))
    due = (await at_hand.lanes.lease("w", 1)).next_due_ms
    assert due is not None
    assert LEASE_MS - 5_000 < due <= LEASE_MS


async def test_an_empty_lane_is_released_to_idle(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.stop("7", 2)
    lease, opened = await take(at_hand.lanes)
    assert (opened.turns, opened.outbox) == ((), None)
    await at_hand.lanes.release(lease)
    assert (await at_hand.lanes.lease("w", 1)).leases == ()
    await at_hand.lanes.put(turn(3))
    assert await answer(at_hand.lanes) == (3,)


async def test_a_turn_that_goes_ahead_of_what_was_only_leased_is_charged_nothing(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(5))
    for _ in range(3):
        lease, opened = await take(at_hand.lanes)
        await at_hand.lanes.fail(lease, opened.turns, "x", 100, Reply())
        await at_hand.pass_time(100)
    lease = await lease_one(at_hand.lanes)
    await at_hand.lanes.put(turn(6))
    await at_hand.lanes.put(turn(4))
    opened = await at_hand.lanes.open(lease)
    assert ([t.update_id for t in opened.turns], opened.attempts) == ([4], 0)
    await at_hand.pass_time(LEASE_MS)
    assert (await lease_one(at_hand.lanes)).attempts == 1


async def test_attempts_at_an_empty_lane_are_not_counted_for_the_turn_that_comes(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.stop("7", 2)
    await lease_one(at_hand.lanes)
    await at_hand.pass_time(LEASE_MS)
    lease, opened = await take(at_hand.lanes)
    assert (lease.attempts, opened.turns) == (1, ())
    await at_hand.lanes.put(turn(3))
    await at_hand.lanes.release(lease)
    assert (await lease_one(at_hand.lanes)).attempts == 0
