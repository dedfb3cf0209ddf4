"""What both versions promise about /stop, in each phase of a turn."""

from __future__ import annotations

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
from workers.lanes import Committed, Failed, Stopped


async def test_stop_drops_what_waits_below_it_and_keeps_what_came_later(at_hand: AtHand) -> None:
    for update_id in (1, 2, 4):
        await at_hand.lanes.put(turn(update_id))
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=2)
    assert await answer(at_hand.lanes) == (4,)


async def test_stop_on_an_idle_chat_does_nothing(at_hand: AtHand) -> None:
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=0)
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_stop_leaves_other_chats_alone(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1, "8"))
    await at_hand.lanes.stop("7", 3)
    assert await answer(at_hand.lanes) == (1,)


async def test_a_running_turn_is_marked_and_cannot_commit(at_hand: AtHand) -> None:
    for update_id in (1, 2, 4):
        await at_hand.lanes.put(turn(update_id))
    lease, opened = await take(at_hand.lanes)
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=True, dropped=1)
    assert (await at_hand.lanes.beat([lease])).stopped == {lease}
    for _ in range(2):
        committed = await at_hand.lanes.commit(lease, opened.turns, answered(1))
        assert committed is Committed.CANCELLED
    await at_hand.lanes.drop(lease, opened.turns)
    await at_hand.lanes.drop(lease, opened.turns)
    assert await answer(at_hand.lanes) == (4,)
    assert (await at_hand.store.load(answered().conversation)).exchanges == ()


async def test_what_was_shown_before_the_stop_is_committed_as_cut(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.stop("7", 3)
    outcome = answered(1, text="half an ans", cut=True)
    assert await at_hand.lanes.commit(lease, opened.turns, outcome) is Committed.OK
    assert (await at_hand.lanes.beat([lease])).stopped == frozenset()
    assert (await at_hand.lanes.open(lease)).outbox == Outbox(Reply(text="half an ans", cut=True))


async def test_a_turn_that_came_after_the_stop_runs_on(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(5))
    lease, opened = await take(at_hand.lanes)
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=0)
    assert (await at_hand.lanes.beat([lease])).stopped == frozenset()
    assert await at_hand.lanes.commit(lease, opened.turns, answered()) is Committed.OK


async def test_a_committed_answer_is_not_stopped(at_hand: AtHand) -> None:
    for update_id in (1, 2):
        await at_hand.lanes.put(turn(update_id))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=1)
    assert (await at_hand.lanes.open(lease)).outbox == Outbox(Reply(text="hello"))
    await at_hand.lanes.release(lease)
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_a_leased_lane_that_was_not_opened_has_nothing_running(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease = await lease_one(at_hand.lanes)
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=1)
    assert (await at_hand.lanes.open(lease)).turns == ()


async def test_a_turn_in_its_back_off_is_dropped_and_its_followers_do_not_wait(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", 30_000, Reply())
    await at_hand.lanes.put(turn(4))
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=1)
    again, opened = await take(at_hand.lanes)
    assert (again.attempts, [t.update_id for t in opened.turns]) == (0, [4])


async def test_a_chat_stopped_in_its_back_off_is_idle_at_once(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", 30_000, Reply())
    await at_hand.lanes.stop("7", 3)
    assert (await at_hand.lanes.lease("w", 1)).next_due_ms is None
    await at_hand.lanes.put(turn(4))
    assert (await lease_one(at_hand.lanes)).attempts == 0


async def test_a_reply_whose_delivery_waits_survives_the_stop(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.fail(lease, (), "delivery", 5000, Reply())
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=False, dropped=1)
    assert (await at_hand.lanes.lease("w", 1)).leases == ()
    await at_hand.pass_time(5000)
    _, again = await take(at_hand.lanes)
    assert again.outbox == Outbox(Reply(text="hello"))


async def test_a_stopped_turn_does_not_run_again_when_its_worker_dies(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await at_hand.lanes.put(turn(4))
    await take(at_hand.lanes)
    await at_hand.lanes.stop("7", 3)
    await at_hand.pass_time(LEASE_MS)
    lease, opened = await take(at_hand.lanes)
    assert lease.attempts == 0
    assert [t.update_id for t in opened.turns] == [4]
    assert (await at_hand.lanes.beat([lease])).stopped == frozenset()


async def test_a_stopped_turn_does_not_run_again_when_it_fails_or_is_handed_back(
    at_hand: AtHand,
) -> None:
    for chat in ("fails", "handed back", "released"):
        await at_hand.lanes.put(turn(1, chat))
        await at_hand.lanes.put(turn(4, chat))
        lease, opened = await take(at_hand.lanes)
        await at_hand.lanes.stop(chat, 3)
        if chat == "fails":
            ended = await at_hand.lanes.fail(lease, opened.turns, "x", 30_000, Reply())
            assert ended is Failed.RETRY
        elif chat == "handed back":
            await at_hand.lanes.hand_back(lease)
        else:
            await at_hand.lanes.release(lease)
        again, opened = await take(at_hand.lanes)
        assert (again.chat, again.attempts) == (chat, 0)
        assert [t.update_id for t in opened.turns] == [4]


async def test_stopping_twice_drops_nothing_more(at_hand: AtHand) -> None:
    for update_id in (1, 2):
        await at_hand.lanes.put(turn(update_id))
    await take(at_hand.lanes)
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=True, dropped=1)
    assert await at_hand.lanes.stop("7", 3) == Stopped(running=True, dropped=0)
