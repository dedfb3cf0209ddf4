"""What both versions of the lanes promise about turns that wait for what belongs to them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from memory.conversation import Sender
from tests.workers.conftest import MakeLanes
from tests.workers.lanes_at_hand import AllLanes, AtHand, answer, answered, lease_one, take, turn
from workers.jobs import Command, Reply, Turn
from workers.lanes import Failed, Put, Stopped

SECOND = 1_000_000
"""Holds are so long here that the server's real clock, which runs on, ends none."""


def held(update_id: int, ms: int = SECOND // 2) -> Turn:
    return replace(turn(update_id), hold_ms=ms)


@pytest.fixture
def at_hand(make_lanes: MakeLanes) -> AtHand:
    return make_lanes(most_turns=20, longest_hold_ms=SECOND, lease_ms=9 * SECOND)


async def idle(lanes: AllLanes) -> bool:
    return (await lanes.lease("w", 9)).leases == ()


async def test_a_turn_that_waits_for_nothing_is_leased_at_once(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    assert not await idle(at_hand.lanes)


async def test_a_held_turn_waits_its_time_and_no_longer(at_hand: AtHand) -> None:
    await at_hand.lanes.put(held(1))
    leased = await at_hand.lanes.lease("w", 9)
    assert leased.leases == ()
    assert leased.next_due_ms == pytest.approx(SECOND / 2, abs=60_000)
    await at_hand.pass_time(SECOND / 2)
    assert await answer(at_hand.lanes) == (1,)


async def test_a_held_turn_stirs_a_worker_that_then_knows_when_to_look(at_hand: AtHand) -> None:
    await at_hand.lanes.put(held(1))
    async with asyncio.timeout(1):  # a worker that nothing stirs waits for two seconds
        await at_hand.lanes.wait(600)


async def test_its_company_ends_the_waiting_and_both_are_one_turn(at_hand: AtHand) -> None:
    await at_hand.lanes.put(held(1))
    await at_hand.lanes.put(turn(2))
    assert await answer(at_hand.lanes) == (1, 2)
    assert await idle(at_hand.lanes)
    await at_hand.pass_time(SECOND)
    assert await idle(at_hand.lanes)


async def test_another_held_turn_prolongs_the_waiting_but_not_beyond_a_second(
    at_hand: AtHand,
) -> None:
    for update_id in (1, 2, 3):
        await at_hand.lanes.put(held(update_id))
        assert await idle(at_hand.lanes)
        await at_hand.pass_time(SECOND * 0.4)
    assert await answer(at_hand.lanes) == (1, 2, 3)


async def test_a_shorter_hold_does_not_cut_a_longer_one(at_hand: AtHand) -> None:
    await at_hand.lanes.put(held(1, SECOND))
    await at_hand.lanes.put(held(2))
    await at_hand.pass_time(SECOND * 0.7)
    assert await idle(at_hand.lanes)


async def test_a_repeated_update_ends_no_waiting(at_hand: AtHand) -> None:
    await at_hand.lanes.put(held(1))
    assert await at_hand.lanes.put(turn(1)) is Put.DUPLICATE
    assert await idle(at_hand.lanes)


async def test_a_stop_drops_what_is_held(at_hand: AtHand) -> None:
    await at_hand.lanes.put(held(1))
    assert await at_hand.lanes.stop("7", 2) == Stopped(False, 1)
    await at_hand.lanes.put(turn(3))
    assert await answer(at_hand.lanes) == (3,)


async def test_what_comes_while_a_turn_is_answered_is_not_held_and_waits_together(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    for waiting in (turn(2), held(3), turn(4)):
        await at_hand.lanes.put(waiting)
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (2, 3, 4)


async def test_a_turn_put_during_a_back_off_ends_it_not(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    failed = await at_hand.lanes.fail(lease, opened.turns, "x", SECOND, Reply())
    assert failed is Failed.RETRY
    await at_hand.lanes.put(turn(2))
    await at_hand.lanes.put(held(3))
    assert await idle(at_hand.lanes)
    await at_hand.pass_time(SECOND)
    assert (await lease_one(at_hand.lanes)).attempts == 1


async def test_a_command_is_alone_in_order(at_hand: AtHand) -> None:
    turns = [turn(1), turn(2), replace(turn(3), command=Command.NEW), turn(4), turn(5)]
    for one in turns:
        await at_hand.lanes.put(one)
    assert [await answer(at_hand.lanes) for _ in range(3)] == [(1, 2), (3,), (4, 5)]


async def test_a_command_behind_the_running_texts_is_dropped_by_a_stop(at_hand: AtHand) -> None:
    for one in (turn(1), turn(2), replace(turn(3), command=Command.NEW)):
        await at_hand.lanes.put(one)
    await take(at_hand.lanes)
    assert await at_hand.lanes.stop("7", 4) == Stopped(True, 1)


async def test_what_two_people_write_gets_an_answer_each(at_hand: AtHand) -> None:
    for update_id, who in enumerate(("1", "2", "2", "1")):
        await at_hand.lanes.put(replace(turn(update_id), sender=Sender(who, "x")))
    assert [await answer(at_hand.lanes) for _ in range(3)] == [(0,), (1, 2), (3,)]


async def test_texts_too_long_for_one_prompt_are_answered_apart(at_hand: AtHand) -> None:
    for update_id in range(6):
        await at_hand.lanes.put(turn(update_id, text="س" * 4096))
    assert [await answer(at_hand.lanes) for _ in range(2)] == [(0, 1, 2, 3), (4, 5)]


async def test_a_half_that_came_while_the_model_worked_is_held_when_the_answer_is_done(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.pass_time(SECOND)
    await at_hand.lanes.put(held(2))
    await at_hand.lanes.commit(lease, opened.turns, answered())
    assert await at_hand.lanes.release(lease)
    assert await idle(at_hand.lanes)
    await at_hand.lanes.put(turn(3))
    assert await answer(at_hand.lanes) == (2, 3)


async def test_a_half_whose_time_was_up_before_the_answer_was_done_is_not_held(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(held(2))
    await at_hand.pass_time(SECOND / 2)
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (2,)


async def test_a_half_is_held_after_a_stop_and_its_time_ends_as_any(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(held(3))
    await at_hand.lanes.stop("7", 2)
    await at_hand.lanes.drop(lease, opened.turns)
    leased = await at_hand.lanes.lease("w", 9)
    assert leased.leases == ()
    assert leased.next_due_ms == pytest.approx(SECOND / 2, abs=60_000)
    await at_hand.pass_time(SECOND / 2)
    assert await answer(at_hand.lanes) == (3,)


async def test_what_came_last_and_waits_for_nothing_ends_the_waiting_of_a_half(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(held(2))
    await at_hand.lanes.put(turn(3))
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (2, 3)
