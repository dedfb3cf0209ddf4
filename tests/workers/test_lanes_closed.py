"""Blocked by its user, or deleted: a chat's lane is closed, and opens with its next turn."""

from __future__ import annotations

import pytest

from tests.fakes.language_model import ScriptedModel
from tests.fakes.replier import RecordingReplier
from tests.fakes.stage import Stage
from tests.workers.conftest import MakeLanes
from tests.workers.lanes_at_hand import AtHand, answered, take, turn
from workers.lanes import LeaseLost, Put
from workers.replier import ChatClosed


async def test_closing_drops_all_that_waits_and_marks_the_chat(at_hand: AtHand) -> None:
    lanes = at_hand.lanes
    for update_id in (1, 2, 3):
        await lanes.put(turn(update_id))
    await lanes.put(turn(1, "8"))
    lease, opened = await take(lanes)
    await lanes.commit(lease, opened.turns, answered(1))

    assert await lanes.close(lease) == 2
    assert await lanes.close(lease) == 0
    assert await lanes.release(lease)

    assert await lanes.closed_chats() == {"7"}
    other, _ = await take(lanes)
    assert other.chat == "8"
    assert (await lanes.lease("w", 9)).leases == ()
    assert sum(depth.waiting for depth in await lanes.depths()) == 1


async def test_its_next_turn_opens_it(at_hand: AtHand) -> None:
    lanes = at_hand.lanes
    await lanes.put(turn(1))
    lease, opened = await take(lanes)
    await lanes.commit(lease, opened.turns, answered(1))
    await lanes.close(lease)
    await lanes.release(lease)
    assert await lanes.put(turn(1)) is Put.DUPLICATE
    assert await lanes.closed_chats() == {"7"}

    assert await lanes.put(turn(2)) is Put.STORED

    assert await lanes.closed_chats() == frozenset()
    _, opened = await take(lanes)
    assert [one.update_id for one in opened.turns] == [2]


async def test_a_turn_that_comes_between_closing_and_release_is_answered(at_hand: AtHand) -> None:
    lanes = at_hand.lanes
    await lanes.put(turn(1))
    lease, opened = await take(lanes)
    await lanes.commit(lease, opened.turns, answered(1))
    await lanes.close(lease)
    await lanes.put(turn(2))
    await lanes.release(lease)
    assert await lanes.closed_chats() == frozenset()
    _, opened = await take(lanes)
    assert [one.update_id for one in opened.turns] == [2]


async def test_who_lost_the_lease_closes_nothing(make_lanes: MakeLanes) -> None:
    at_hand = make_lanes(lease_ms=1000)
    await at_hand.lanes.put(turn(1))
    lease, _ = await take(at_hand.lanes)
    await at_hand.pass_time(1001)
    later, _ = await take(at_hand.lanes)
    with pytest.raises(LeaseLost):
        await at_hand.lanes.close(lease)
    assert await at_hand.lanes.closed_chats() == frozenset()
    assert await at_hand.lanes.close(later) == 1


async def test_a_blocked_bot_asks_the_model_for_nothing_more_until_the_user_returns() -> None:
    """faults.md 104."""
    stage = Stage(ScriptedModel("one", "two"), RecordingReplier(ChatClosed()))
    for text in ("first", "second", "third"):
        await stage.put(text)

    await stage.run_one()

    assert (await stage.lanes.lease("w", 9)).leases == ()
    assert await stage.lanes.closed_chats() == {"1"}
    assert stage.model.questions == ["first"]
    assert len(stage.replier.tried) == 1
    assert await stage.lanes.dead_letters(9) == ()

    await stage.put("I am back")
    await stage.run_one()
    assert stage.replier.texts("1") == ["two"]
    assert await stage.lanes.closed_chats() == frozenset()
