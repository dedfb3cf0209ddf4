"""What both versions of the lanes promise about order, single flight, duplicates and limits."""

from __future__ import annotations

import asyncio

import pytest

from tests.workers.conftest import MakeLanes
from tests.workers.lanes_at_hand import LEASE_MS, AtHand, answer, answered, lease_one, take, turn
from workers.jobs import ChatSettings, Command, Reply, Turn
from workers.lanes import Committed, Put

FLOOD = 10_000


async def test_turns_are_answered_in_the_order_of_their_update_ids(at_hand: AtHand) -> None:
    for update_id in (12, 10, 11):
        await at_hand.lanes.put(turn(update_id))
    assert [await answer(at_hand.lanes) for _ in range(3)] == [(10,), (11,), (12,)]


async def test_a_turn_comes_out_as_it_went_in(at_hand: AtHand) -> None:
    put = Turn.from_json(
        {
            **turn(2**53 - 1, "-100123/42", "سلام\n你好 🙂 \ud83d \x00 %s").to_json(),
            "message_ids": [5, 6],
            "command": Command.MODE,
            "language": "fa",
            "sender": {"id": "9", "name": "مریم"},
            "of a later version": {"deep": [1, None]},
        }
    )
    await at_hand.lanes.put(put)
    _, opened = await take(at_hand.lanes)
    assert opened.turns == (put,)
    assert opened.outbox is None
    assert opened.settings == ChatSettings()


async def test_a_lane_has_one_holder_at_a_time(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(turn(2))
    assert (await at_hand.lanes.lease("another", 10)).leases == ()
    await at_hand.lanes.commit(lease, opened.turns, answered())
    assert (await at_hand.lanes.lease("another", 10)).leases == ()
    await at_hand.lanes.release(lease)
    assert [held.chat for held in (await at_hand.lanes.lease("another", 10)).leases] == ["7"]


async def test_lanes_take_turns_so_that_a_full_one_holds_up_nobody(make_lanes: MakeLanes) -> None:
    lanes = make_lanes(max_waiting=FLOOD).lanes
    for first in range(0, FLOOD, 500):
        ids = range(first, first + 500)
        await asyncio.gather(*(lanes.put(turn(update_id, "flood")) for update_id in ids))
    await lanes.put(turn(FLOOD, "calm"))
    assert await answer(lanes) == (0,)
    assert await answer(lanes) == (FLOOD,)
    assert await answer(lanes) == (1,)


async def test_an_update_is_stored_once(at_hand: AtHand) -> None:
    assert await at_hand.lanes.put(turn(1)) is Put.STORED
    assert await at_hand.lanes.put(turn(1)) is Put.DUPLICATE
    await answer(at_hand.lanes)
    assert await at_hand.lanes.put(turn(1)) is Put.DUPLICATE
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_an_update_that_comes_again_in_any_phase_of_its_turn_is_one_turn(
    at_hand: AtHand,
) -> None:
    lanes = at_hand.lanes

    async def comes_again() -> None:
        assert await lanes.put(turn(1)) is Put.DUPLICATE

    await lanes.put(turn(1))
    await comes_again()
    lease = await lease_one(lanes)
    await comes_again()
    opened = await lanes.open(lease)
    await comes_again()
    await lanes.fail(lease, opened.turns, "model_unavailable", 1_000, Reply())
    await comes_again()
    await at_hand.pass_time(1_000)
    await take(lanes, "killed")
    await at_hand.pass_time(LEASE_MS + 1)
    await comes_again()
    lease, opened = await take(lanes, "another")
    await lanes.commit(lease, opened.turns, answered())
    await comes_again()
    await lanes.release(lease)
    await comes_again()
    assert (await lanes.lease("w", 1)).leases == ()


async def test_an_update_id_is_a_duplicate_only_in_its_own_chat(at_hand: AtHand) -> None:
    assert await at_hand.lanes.put(turn(1, "7")) is Put.STORED
    assert await at_hand.lanes.put(turn(1, "8")) is Put.STORED


async def test_an_update_is_remembered_for_48_hours(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await answer(at_hand.lanes)
    await at_hand.pass_time(47 * 3_600_000)
    assert await at_hand.lanes.put(turn(1)) is Put.DUPLICATE
    await at_hand.pass_time(2 * 3_600_000)
    assert await at_hand.lanes.put(turn(1)) is Put.STORED


async def test_the_last_128_updates_are_remembered_even_when_ids_begin_anew(
    at_hand: AtHand,
) -> None:
    for update_id in (*range(1000, 1200), 3):
        await at_hand.lanes.put(turn(update_id))
        if (await at_hand.lanes.lease("w", 0)).leases == ():
            await answer(at_hand.lanes)
    assert await at_hand.lanes.put(turn(3)) is Put.DUPLICATE
    assert await at_hand.lanes.put(turn(1199)) is Put.DUPLICATE
    assert await at_hand.lanes.put(turn(1200 - 127)) is Put.DUPLICATE
    assert await at_hand.lanes.put(turn(1200 - 128)) is Put.STORED


async def test_a_waiting_turn_is_never_stored_twice_however_long_the_lane(
    make_lanes: MakeLanes,
) -> None:
    lanes = make_lanes(max_waiting=500).lanes
    for update_id in range(200):
        await lanes.put(turn(update_id))
    assert await lanes.put(turn(0)) is Put.DUPLICATE


async def test_a_full_chat_refuses_and_forgets_what_it_refused(make_lanes: MakeLanes) -> None:
    lanes = make_lanes(max_waiting=2).lanes
    assert [await lanes.put(turn(i)) for i in (1, 2, 3)] == [Put.STORED, Put.STORED, Put.CHAT_FULL]
    assert await lanes.put(turn(3, "8")) is Put.STORED
    await answer(lanes)
    assert await lanes.put(turn(3)) is Put.STORED


async def test_the_lanes_together_have_a_limit(make_lanes: MakeLanes) -> None:
    lanes = make_lanes(max_waiting_all=2).lanes
    ended = [await lanes.put(turn(1, chat)) for chat in ("1", "2", "3")]
    assert ended == [Put.STORED, Put.STORED, Put.BUSY]
    await answer(lanes)
    assert await lanes.put(turn(1, "3")) is Put.STORED


@pytest.mark.parametrize("update_id", [-1, 2**53])
async def test_an_update_id_that_a_lane_cannot_order_is_refused(
    at_hand: AtHand, update_id: int
) -> None:
    with pytest.raises(ValueError, match="update id"):
        await at_hand.lanes.put(turn(update_id))


async def test_several_turns_may_be_answered_together(make_lanes: MakeLanes) -> None:
    lanes = make_lanes(most_turns=3).lanes
    for update_id in (1, 2, 3, 4):
        await lanes.put(turn(update_id))
    lease, opened = await take(lanes)
    assert [t.update_id for t in opened.turns] == [1, 2, 3]
    await lanes.commit(lease, opened.turns, answered())
    await lanes.release(lease)
    assert await answer(lanes) == (4,)


async def test_opening_again_gives_the_same_turns(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(5))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(turn(4))
    assert await at_hand.lanes.open(lease) == opened


async def test_a_commit_takes_off_its_own_turns_alone(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(5))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.put(turn(4))
    assert await at_hand.lanes.commit(lease, opened.turns, answered()) is Committed.FOLLOWED
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (4,)


async def test_the_longest_waiting_lanes_are_leased_first(at_hand: AtHand) -> None:
    for chat in ("3", "1", "2"):
        await at_hand.lanes.put(turn(1, chat))
    leased = await at_hand.lanes.lease("w", 2)
    assert [lease.chat for lease in leased.leases] == ["3", "1"]
    assert (await lease_one(at_hand.lanes)).chat == "2"


async def test_a_lease_has_a_fence_that_grows(at_hand: AtHand) -> None:
    fences = []
    for update_id in range(5):
        await at_hand.lanes.put(turn(update_id))
        lease, opened = await take(at_hand.lanes)
        fences.append(lease.fence)
        await at_hand.lanes.commit(lease, opened.turns, answered())
        await at_hand.lanes.release(lease)
    assert fences == sorted(set(fences))
