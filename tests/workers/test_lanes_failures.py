"""What both versions promise about retries and dead letters."""

from __future__ import annotations

import pytest

from tests.workers.lanes_at_hand import AtHand, answer, answered, lease_one, take, turn
from workers.jobs import Notice, Outbox, Reply
from workers.lanes import Committed, Failed

SORRY = Reply(notice=Notice.MODEL_UNAVAILABLE, language="fa", reply_to=3)


async def test_a_failed_turn_comes_again_after_its_back_off_and_before_its_followers(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    assert await at_hand.lanes.fail(lease, opened.turns, "x", 30_000, SORRY) is Failed.RETRY

    leased = await at_hand.lanes.lease("w", 1)
    assert leased.leases == ()
    assert leased.next_due_ms is not None
    assert 25_000 < leased.next_due_ms <= 30_000
    await at_hand.pass_time(30_000)
    again, opened = await take(at_hand.lanes)
    assert again.attempts == 1
    assert [t.update_id for t in opened.turns] == [1]


async def test_a_put_does_not_cut_a_back_off_short(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", 30_000, SORRY)
    await at_hand.lanes.put(turn(2))
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_a_failure_told_twice_is_one_failure(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    for _ in range(2):
        assert await at_hand.lanes.fail(lease, opened.turns, "x", 1000, SORRY) is Failed.RETRY
    await at_hand.pass_time(1000)
    assert (await lease_one(at_hand.lanes)).attempts == 1


async def test_a_turn_given_up_is_a_dead_letter_and_its_user_is_told(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1, text="dear model"))
    await at_hand.lanes.put(turn(2))
    first, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(first, opened.turns, "busy", 0, SORRY)
    lease, opened = await take(at_hand.lanes)
    for _ in range(2):
        ended = await at_hand.lanes.fail(lease, opened.turns, "model_unavailable", None, SORRY)
        assert ended is Failed.DEAD

    (letter,) = await at_hand.lanes.dead_letters(10)
    assert (letter.chat, letter.reason, letter.attempts) == ("7", "model_unavailable", 2)
    assert letter.turns == (turn(1, text="dear model"),)
    assert (await at_hand.lanes.open(lease)).outbox == Outbox(SORRY)
    await at_hand.lanes.release(lease)
    following, opened = await take(at_hand.lanes)
    assert following.attempts == 0
    assert [t.update_id for t in opened.turns] == [2]


async def test_the_newest_dead_letters_come_first(at_hand: AtHand) -> None:
    for update_id in (1, 2, 3):
        await at_hand.lanes.put(turn(update_id))
        lease, opened = await take(at_hand.lanes)
        await at_hand.lanes.fail(lease, opened.turns, f"reason {update_id}", None, SORRY)
        await at_hand.lanes.release(lease)
    letters = await at_hand.lanes.dead_letters(2)
    assert [letter.reason for letter in letters] == ["reason 3", "reason 2"]


async def test_the_notice_of_a_dead_turn_survives_its_worker(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", None, SORRY)
    await at_hand.pass_time(60_000)
    _, again = await take(at_hand.lanes)
    assert again.outbox == Outbox(SORRY)
    assert len(await at_hand.lanes.dead_letters(10)) == 1


async def test_a_failed_delivery_waits_with_the_same_words(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1, text="the words"))
    await at_hand.lanes.mark_sent(lease, 0, [4])
    assert await at_hand.lanes.fail(lease, (), "delivery", 5000, SORRY) is Failed.RETRY
    await at_hand.pass_time(5000)
    again, opened = await take(at_hand.lanes)
    assert again.attempts == 1
    assert opened.outbox == Outbox(Reply(text="the words"), {0: (4,)})
    await at_hand.lanes.release(again)
    assert await answer(at_hand.lanes) == (2,)


async def test_a_delivery_that_failed_is_no_attempt_at_the_next_turn(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    for attempts in range(6):
        assert await at_hand.lanes.fail(lease, (), "delivery", 500, SORRY) is Failed.RETRY
        await at_hand.pass_time(500)
        lease, _ = await take(at_hand.lanes)
        assert lease.attempts == attempts + 1
    await at_hand.lanes.release(lease)
    following, opened = await take(at_hand.lanes)
    assert following.attempts == 0
    assert [t.update_id for t in opened.turns] == [2]


async def test_a_committed_reply_is_never_given_up(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    assert await at_hand.lanes.commit(lease, opened.turns, answered(1)) is Committed.OK
    with pytest.raises(ValueError, match="committed reply"):
        await at_hand.lanes.fail(lease, opened.turns, "x", None, SORRY)
    assert (await at_hand.lanes.open(lease)).outbox == Outbox(Reply(text="hello"))
    assert await at_hand.lanes.dead_letters(10) == ()
