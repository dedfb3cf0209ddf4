"""What both versions promise about the step that finishes a turn, and about delivery."""

from __future__ import annotations

import pytest

from memory.conversation import ConversationId
from tests.workers.lanes_at_hand import LEASE_MS, AtHand, answer, answered, take, turn
from workers.jobs import ChatSettings, Outbox, Reply
from workers.lanes import Committed

HERE = ConversationId("7")


async def test_a_commit_stores_exchange_reply_settings_and_asks_for_tending(
    at_hand: AtHand,
) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    chosen = ChatSettings(conversation=2, recipe="knn")
    outcome = answered(1, text="بله", settings=chosen, tend=True)
    assert await at_hand.lanes.commit(lease, opened.turns, outcome) is Committed.OK

    memory = await at_hand.store.load(HERE)
    assert memory.exchanges == (outcome.exchange,)
    assert memory.last_number == 1
    again = await at_hand.lanes.open(lease)
    assert (again.turns, again.outbox, again.settings) == ((), Outbox(outcome.reply), chosen)
    assert await at_hand.lanes.settings_of("7") == chosen
    assert await at_hand.lanes.settings_of("8") == ChatSettings()
    assert (await at_hand.lanes.lease("w", 0)).tending_due
    (tending,) = await at_hand.lanes.lease_tending("w", 1)
    assert tending.conversation == HERE


async def test_a_commit_repeated_stores_once(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    other = answered(2, text="other words")
    assert await at_hand.lanes.commit(lease, opened.turns, other) is Committed.ALREADY
    assert len((await at_hand.store.load(HERE)).exchanges) == 1
    assert (await at_hand.lanes.open(lease)).outbox == Outbox(Reply(text="hello"))


@pytest.mark.parametrize("number", [1, 3])
async def test_an_exchange_that_is_not_the_next_is_a_conflict_and_changes_nothing(
    at_hand: AtHand, number: int
) -> None:
    await at_hand.lanes.put(turn(1))
    await answer(at_hand.lanes, answered(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    outcome = answered(number, settings=ChatSettings(9, "buffer"), tend=True)
    assert await at_hand.lanes.commit(lease, opened.turns, outcome) is Committed.CONFLICT
    again = await at_hand.lanes.open(lease)
    assert (again.turns, again.outbox, again.settings) == (opened.turns, None, ChatSettings())
    assert await at_hand.lanes.lease_tending("w", 1) == ()
    assert (await at_hand.store.load(HERE)).last_number == 1
    assert await at_hand.lanes.commit(lease, opened.turns, answered(2)) is Committed.OK


async def test_conversations_of_a_chat_are_numbered_apart(at_hand: AtHand) -> None:
    for update_id, outcome in ((1, answered(1)), (2, answered(1, conversation=2))):
        await at_hand.lanes.put(turn(update_id))
        await answer(at_hand.lanes, outcome)
    for conversation in (1, 2):
        memory = await at_hand.store.load(ConversationId("7", conversation))
        assert [exchange.number for exchange in memory.exchanges] == [1]


async def test_a_lane_commits_to_its_own_chat_only(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    with pytest.raises(ValueError, match="own chat"):
        await at_hand.lanes.commit(lease, opened.turns, answered(1, chat="8"))


async def test_a_redelivered_reply_is_the_same_with_its_marks(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(1, text="long"))
    await at_hand.lanes.mark_sent(lease, 0, [10, 11])
    await at_hand.lanes.mark_sent(lease, 1, [])
    await at_hand.lanes.mark_sent(lease, 1, [])
    await at_hand.pass_time(LEASE_MS)
    again, opened = await take(at_hand.lanes, "another")
    assert opened.outbox == Outbox(Reply(text="long"), {0: (10, 11), 1: ()})
    committed = await at_hand.lanes.commit(again, opened.turns, answered(2))
    assert committed is Committed.ALREADY


async def test_the_reply_s_message_ids_stay_with_the_exchange(at_hand: AtHand) -> None:
    for update_id, number in ((1, 1), (2, 2)):
        await at_hand.lanes.put(turn(update_id))
        lease, opened = await take(at_hand.lanes)
        await at_hand.lanes.commit(lease, opened.turns, answered(number))
        for part in (10, 2, 1, 0):
            await at_hand.lanes.mark_sent(lease, part, [100 * number + part])
        await at_hand.lanes.mark_sent(lease, 3, [])
        await at_hand.lanes.release(lease)
    first, second = (await at_hand.store.load(HERE)).exchanges
    assert first.reply_ids == (100, 101, 102, 110)
    assert second.reply_ids == (200, 201, 202, 210)


async def test_the_last_part_s_message_ids_come_with_the_release(at_hand: AtHand) -> None:
    for number, marks, last, kept in (
        (1, {}, [31], (31,)),
        (2, {1: [42], 0: [41]}, [43, 44], (41, 42, 43, 44)),
        (3, {0: [51]}, [], (51,)),
        (4, {}, [], ()),
    ):
        await at_hand.lanes.put(turn(number))
        lease, opened = await take(at_hand.lanes)
        await at_hand.lanes.commit(lease, opened.turns, answered(number))
        for part, ids in marks.items():
            await at_hand.lanes.mark_sent(lease, part, ids)
        assert await at_hand.lanes.release(lease, last)
        assert not await at_hand.lanes.release(lease, [99])
        memory = await at_hand.store.load(HERE)
        assert (memory.last_number, memory.exchanges[-1].reply_ids) == (number, kept)


async def test_a_reply_without_an_exchange_leaves_memory_alone(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    await answer(at_hand.lanes, answered(1))
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.commit(lease, opened.turns, answered(text="a notice"))
    await at_hand.lanes.mark_sent(lease, 0, [77])
    await at_hand.lanes.release(lease, [78])
    (only,) = (await at_hand.store.load(HERE)).exchanges
    assert only.reply_ids == ()


async def test_settings_stay_until_they_are_changed(at_hand: AtHand) -> None:
    chosen = ChatSettings(3, "window")
    await at_hand.lanes.put(turn(1))
    await answer(at_hand.lanes, answered(settings=chosen))
    await at_hand.lanes.put(turn(2))
    await answer(at_hand.lanes, answered())
    await at_hand.lanes.put(turn(3))
    _, opened = await take(at_hand.lanes)
    assert opened.settings == chosen


async def test_all_that_a_chat_chose_is_kept_and_can_be_taken_back(at_hand: AtHand) -> None:
    persona = "Talk like a pirate.\n\tSay “arrr”, بله 1 2\n"
    everything = ChatSettings(2, "knn", latest=7, language="fa", persona=persona, model="m-2")
    for chosen in (everything, ChatSettings(3, "", model="m 1"), ChatSettings(4, "knn")):
        await at_hand.lanes.put(turn(chosen.conversation))
        await answer(at_hand.lanes, answered(settings=chosen))
        assert await at_hand.lanes.settings_of("7") == chosen
