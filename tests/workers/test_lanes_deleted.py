"""What both versions promise about deleted messages: nobody answers them, and they are forgotten
whatever else happens to their lane."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.workers.conftest import MakeLanes
from tests.workers.lanes_at_hand import AtHand, answer, answered, lease_one, take, turn
from workers.jobs import Command, Outbox, Reply, Turn
from workers.lanes import Committed, Failed, Put, Stopped
from workers.quoted import Quoted

SAID = 100
"""A turn's message has its update id and this."""


def said(update_id: int, text: str = "hi", **more: Any) -> Turn:
    return replace(turn(update_id, text=text), message_ids=(SAID + update_id,), **more)


def deletion(update_id: int, *of: int) -> Turn:
    ids = tuple(SAID + each for each in of)
    return replace(turn(update_id, text=""), message_ids=ids, deleted=True)


async def test_a_waiting_message_that_is_deleted_is_not_answered(at_hand: AtHand) -> None:
    for each in (said(1), said(2), deletion(3, 1)):
        assert await at_hand.lanes.put(each) is Put.STORED
    assert [await answer(at_hand.lanes) for _ in range(2)] == [(2,), (3,)]
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_a_message_that_is_being_answered_is_stopped(at_hand: AtHand) -> None:
    await at_hand.lanes.put(said(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(deletion(2, 1))
    assert (await at_hand.lanes.beat([lease])).stopped == {lease}
    committed = await at_hand.lanes.commit(lease, opened.turns, answered(1))
    assert committed is Committed.CANCELLED
    await at_hand.lanes.drop(lease, opened.turns)
    assert await answer(at_hand.lanes) == (2,)


async def test_an_answer_to_others_as_well_goes_on(make_lanes: MakeLanes) -> None:
    at_hand = make_lanes(most_turns=20)
    for each in (said(1), said(2)):
        await at_hand.lanes.put(each)
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(deletion(3, 1))
    assert (await at_hand.lanes.beat([lease])).stopped == frozenset()
    committed = await at_hand.lanes.commit(lease, opened.turns, answered(1))
    assert committed in (Committed.OK, Committed.FOLLOWED)
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (3,)


async def test_tried_again_an_answer_is_only_for_what_is_left(make_lanes: MakeLanes) -> None:
    at_hand = make_lanes(most_turns=20)
    for each in (said(1), said(2)):
        await at_hand.lanes.put(each)
    lease, opened = await take(at_hand.lanes)
    failed = await at_hand.lanes.fail(lease, opened.turns, "busy", 60_000, Reply())
    assert failed is Failed.RETRY
    await at_hand.lanes.put(deletion(3, 1))
    await at_hand.pass_time(60_001)
    assert await answer(at_hand.lanes) == (2,)


async def test_what_waited_out_a_back_off_holds_up_nobody_when_it_is_deleted(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(said(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "busy", 60_000, Reply())
    await at_hand.lanes.put(deletion(2, 1))
    lease, opened = await take(at_hand.lanes)
    assert lease.attempts == 0
    assert [each.update_id for each in opened.turns] == [2]


async def test_a_held_message_that_is_deleted_is_not_answered(at_hand: AtHand) -> None:
    await at_hand.lanes.put(said(1, hold_ms=900))
    await at_hand.lanes.put(deletion(2, 1))
    assert await answer(at_hand.lanes) == (2,)
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_a_leased_lane_that_was_not_opened_gives_what_is_left(at_hand: AtHand) -> None:
    await at_hand.lanes.put(said(1))
    lease = await lease_one(at_hand.lanes)
    await at_hand.lanes.put(deletion(2, 1))
    assert [each.update_id for each in (await at_hand.lanes.open(lease)).turns] == [2]


async def test_a_quote_of_a_deleted_message_is_taken_out_of_the_reply_to_it(
    at_hand: AtHand,
) -> None:
    quoted = Quoted("the order is HX-48213", "Sara", SAID + 1)
    await at_hand.lanes.put(said(2, "which?", quoted=quoted))
    await at_hand.lanes.put(deletion(3, 1))
    _, opened = await take(at_hand.lanes)
    assert opened.turns == (said(2, "which?"),)


async def test_a_command_whose_message_was_tidied_away_is_carried_out(at_hand: AtHand) -> None:
    await at_hand.lanes.put(said(1, command=Command.NEW))
    await at_hand.lanes.put(deletion(2, 1))
    assert await answer(at_hand.lanes) == (1,)


@pytest.mark.parametrize("waits", [True, False], ids=["back-off", "under way"])
async def test_an_answer_to_a_deleted_message_leaves_the_outbox(
    at_hand: AtHand, waits: bool
) -> None:
    await at_hand.lanes.put(said(1))
    lease, opened = await take(at_hand.lanes)
    outcome = answered(1)
    outcome = replace(outcome, reply=replace(outcome.reply, reply_to=SAID + 1))
    await at_hand.lanes.commit(lease, opened.turns, outcome)
    if waits:
        await at_hand.lanes.fail(lease, (), "flood", 60_000, Reply())
    await at_hand.lanes.put(deletion(2, 1))
    await at_hand.pass_time(60_001)
    if not waits:
        await at_hand.lanes.release(lease)
    _, opened = await take(at_hand.lanes)
    assert opened.outbox is None
    assert [each.update_id for each in opened.turns] == [2]


async def test_an_answer_to_another_message_stays_in_the_outbox(at_hand: AtHand) -> None:
    await at_hand.lanes.put(said(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.put(deletion(2, 7))
    assert (await at_hand.lanes.open(lease)).outbox == Outbox(Reply(text="hello"))


async def test_a_full_chat_forgets_all_the_same(make_lanes: MakeLanes) -> None:
    at_hand = make_lanes(max_waiting=1, max_waiting_all=1)
    await at_hand.lanes.put(said(1))
    assert await at_hand.lanes.put(said(2)) is Put.CHAT_FULL
    assert await at_hand.lanes.put(deletion(3, 9)) is Put.STORED
    assert await at_hand.lanes.put(deletion(3, 9)) is Put.DUPLICATE


async def test_neither_stop_nor_a_closed_chat_takes_a_deletion_off(at_hand: AtHand) -> None:
    for each in (said(1), deletion(2, 9), said(3)):
        await at_hand.lanes.put(each)
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=1)
    lease = await lease_one(at_hand.lanes)
    assert await at_hand.lanes.close(lease) == 1
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (2,)


async def test_what_waits_is_counted_right_afterwards(make_lanes: MakeLanes) -> None:
    at_hand = make_lanes(max_waiting_all=3)
    for each in (said(1), said(2), deletion(3, 1, 2)):
        await at_hand.lanes.put(each)
    for update_id in (4, 5):
        assert await at_hand.lanes.put(said(update_id)) is Put.STORED
    assert await at_hand.lanes.put(said(6)) is Put.BUSY
