"""What both versions promise an operator about the turns that were given up."""

from __future__ import annotations

import json

import pytest

from memory.conversation import ConversationId
from tests.workers.conftest import MakeLanes
from tests.workers.lanes_at_hand import (
    LEASE_MS,
    AllLanes,
    AtHand,
    RedisAtHand,
    answer,
    answered,
    lease_one,
    take,
    turn,
)
from workers.jobs import DeadLetter, Reply
from workers.keys import Keys
from workers.lanes import Put, Requeued
from workers.redis_link import RedisLink


async def give_up(lanes: AllLanes, *ids: int, chat: str = "7", reason: str = "x") -> None:
    """Each of these ids becomes a dead letter of its own, in this order."""
    for update_id in ids:
        await lanes.put(turn(update_id, chat, f"text {update_id}"))
        lease, opened = await take(lanes)
        await lanes.fail(lease, opened.turns, reason, None, Reply())
        await lanes.release(lease)


async def the_letter(lanes: AllLanes) -> DeadLetter:
    (letter,) = await lanes.dead_letters(99)
    return letter


async def test_each_letter_has_an_id_of_its_own_that_stays(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 1, 2, 3)
    ids = [letter.id for letter in await at_hand.lanes.dead_letters(9)]
    assert len(set(ids)) == 3
    await give_up(at_hand.lanes, 4)
    assert [letter.id for letter in await at_hand.lanes.dead_letters(9)][1:] == ids


async def test_a_requeued_turn_is_answered_as_if_it_had_never_been_tried(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 1)
    assert await at_hand.lanes.requeue(await the_letter(at_hand.lanes)) is Requeued.OK
    lease, opened = await take(at_hand.lanes)
    assert lease.attempts == 0
    assert opened.turns == (turn(1, text="text 1"),)
    await at_hand.lanes.commit(lease, opened.turns, answered(1))
    await at_hand.lanes.release(lease)
    assert await at_hand.lanes.dead_letters(9) == ()
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_a_letter_requeued_twice_is_requeued_once(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 1)
    letter = await the_letter(at_hand.lanes)
    await at_hand.lanes.requeue(letter)
    assert await at_hand.lanes.requeue(letter) is Requeued.GONE
    assert await answer(at_hand.lanes) == (1,)
    assert await at_hand.lanes.requeue(letter) is Requeued.GONE
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_a_turn_given_up_again_is_another_letter(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 1)
    first = await the_letter(at_hand.lanes)
    await at_hand.lanes.requeue(first)
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "again", None, Reply())
    await at_hand.lanes.release(lease)
    second = await the_letter(at_hand.lanes)
    assert second.id != first.id
    assert await at_hand.lanes.requeue(first) is Requeued.GONE
    assert await at_hand.lanes.requeue(second) is Requeued.OK


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_requeued_turns_are_answered_by_update_id_whatever_the_order_they_come_in(
    at_hand: AtHand, order: tuple[int, int]
) -> None:
    await give_up(at_hand.lanes, 1, 3)
    letters = await at_hand.lanes.dead_letters(9)
    await at_hand.lanes.put(turn(2))
    await at_hand.lanes.put(turn(4))
    for i in order:
        await at_hand.lanes.requeue(letters[i])
    assert [await answer(at_hand.lanes) for _ in range(4)] == [(1,), (2,), (3,), (4,)]


async def test_a_requeued_turn_waits_for_the_one_being_answered(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 1)
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    assert (await at_hand.lanes.lease("other", 1)).leases == ()
    assert (await at_hand.lanes.open(lease)).turns == opened.turns
    await at_hand.lanes.commit(lease, opened.turns, answered())
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (1,)


async def test_a_requeued_turn_is_not_charged_with_the_tries_of_another(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 1)
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", 1000, Reply())
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    assert (await at_hand.lanes.lease("w", 1)).leases == ()
    await at_hand.pass_time(1000)
    lease, opened = await take(at_hand.lanes)
    assert lease.attempts == 0
    assert [t.update_id for t in opened.turns] == [1]


async def test_a_turn_requeued_while_another_runs_is_not_charged_with_its_failure(
    at_hand: AtHand,
) -> None:
    await give_up(at_hand.lanes, 1)
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    await at_hand.lanes.fail(lease, opened.turns, "x", 0, Reply())
    lease, opened = await take(at_hand.lanes)
    assert lease.attempts == 0
    assert [t.update_id for t in opened.turns] == [1]


async def test_a_turn_requeued_while_another_runs_is_not_charged_with_its_lost_lease(
    at_hand: AtHand,
) -> None:
    await give_up(at_hand.lanes, 1)
    await at_hand.lanes.put(turn(2))
    for _ in range(2):
        await take(at_hand.lanes)
        await at_hand.pass_time(LEASE_MS)
    assert [t.update_id for t in (await take(at_hand.lanes))[1].turns] == [2]
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    await at_hand.pass_time(LEASE_MS)
    for attempts in range(2):
        lease, opened = await take(at_hand.lanes)
        assert (lease.attempts, [t.update_id for t in opened.turns]) == (attempts, [1])
        await at_hand.pass_time(LEASE_MS)


async def test_a_turn_put_behind_keeps_the_tries_of_the_first(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 5)
    await at_hand.lanes.put(turn(2))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", 1000, Reply())
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    await at_hand.pass_time(1000)
    assert (await lease_one(at_hand.lanes)).attempts == 1


async def test_requeueing_while_the_notice_is_delivered_waits_for_it(at_hand: AtHand) -> None:
    await at_hand.lanes.put(turn(1))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", None, Reply(text="sorry"))
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    outbox = (await at_hand.lanes.open(lease)).outbox
    assert outbox is not None
    assert outbox.reply == Reply(text="sorry")
    await at_hand.lanes.release(lease)
    assert await answer(at_hand.lanes) == (1,)


async def test_limits_do_not_hold_for_what_an_operator_requeues(make_lanes: MakeLanes) -> None:
    at_hand = make_lanes(max_waiting=1, max_waiting_all=1)
    await give_up(at_hand.lanes, 1)
    await at_hand.lanes.put(turn(2))
    assert await at_hand.lanes.requeue(await the_letter(at_hand.lanes)) is Requeued.OK
    assert await at_hand.lanes.put(turn(3)) is Put.CHAT_FULL
    assert [await answer(at_hand.lanes) for _ in range(2)] == [(1,), (2,)]
    assert await at_hand.lanes.put(turn(3)) is Put.STORED


async def test_a_turn_that_waits_already_is_not_put_beside_itself(at_hand: AtHand) -> None:
    """Telegram may deliver an update again after the ids seen were forgotten."""
    await give_up(at_hand.lanes, 1)
    await at_hand.pass_time(49 * 3_600_000)
    assert await at_hand.lanes.put(turn(1, text="again")) is Put.STORED
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    assert await answer(at_hand.lanes) == (1,)
    assert (await at_hand.lanes.lease("w", 1)).leases == ()


async def test_purged_letters_are_gone_and_counted_once(at_hand: AtHand) -> None:
    await give_up(at_hand.lanes, 1, 2, 3)
    letters = await at_hand.lanes.dead_letters(9)
    assert await at_hand.lanes.purge(letters[:2]) == 2
    assert await at_hand.lanes.purge(letters) == 1
    assert await at_hand.lanes.purge(letters) == 0
    assert await at_hand.lanes.dead_letters(9) == ()
    assert await at_hand.lanes.requeue(letters[0]) is Requeued.GONE


async def test_a_requeued_turn_counts_as_waiting(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await give_up(at_hand.lanes, 1)
    letter = await the_letter(at_hand.lanes)
    for _ in range(2):
        await at_hand.lanes.requeue(letter)
    assert await link.call("GET", at_hand.keys.name("waiting")) == b"1"
    await answer(at_hand.lanes)
    assert await link.call("GET", at_hand.keys.name("waiting")) == b"0"


async def test_letters_of_all_shards_are_requeued_and_purged(link: RedisLink) -> None:
    at_hand = RedisAtHand(link, Keys(prefix="test", bot="1", shards=4))
    for chat in "abcdefgh":
        await give_up(at_hand.lanes, 1, chat=chat)
    letters = await at_hand.lanes.dead_letters(99)
    assert {letter.chat for letter in letters} == set("abcdefgh")
    for letter in letters[:4]:
        assert await at_hand.lanes.requeue(letter) is Requeued.OK
    assert await at_hand.lanes.purge(letters) == 4
    leased = await at_hand.lanes.lease("w", 99)
    assert {lease.chat for lease in leased.leases} == {letter.chat for letter in letters[:4]}


async def test_a_turn_that_cannot_be_read_stays_a_letter(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await at_hand.lanes.put(turn(5))
    await link.call("ZADD", at_hand.keys.name("turns", "7"), 1, b"\xff{")
    assert await answer(at_hand.lanes) == (5,)
    letter = await the_letter(at_hand.lanes)
    assert await at_hand.lanes.requeue(letter) is Requeued.UNREADABLE
    assert await at_hand.lanes.purge([letter]) == 1


@pytest.mark.parametrize("damaged", [b"", b"\xff", b"[]", b"{}", b'{"turns":7}', b"[" * 5000])
async def test_a_damaged_letter_is_listed_and_can_be_purged(
    link: RedisLink, damaged: bytes
) -> None:
    at_hand = RedisAtHand(link, Keys(prefix="test", bot="1", shards=3))
    await link.call("LPUSH", at_hand.keys.name("dead", 2), damaged)
    letter = await the_letter(at_hand.lanes)
    assert (letter.chat, letter.reason, letter.turns) == ("", "damaged", ())
    assert await at_hand.lanes.requeue(letter) is Requeued.UNREADABLE
    assert await at_hand.lanes.purge([letter]) == 1


async def test_a_letter_as_the_first_version_stored_it_is_still_requeued(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    held = json.dumps(turn(3, text="Grüße \U0001f331 / «سلام»").to_json(), ensure_ascii=False)
    stored = {"chat": "7", "reason": "x", "attempts": 5, "at_ms": 1.5, "turns": [held]}
    await link.call("LPUSH", at_hand.keys.name("dead"), json.dumps(stored))
    assert await at_hand.lanes.requeue(await the_letter(at_hand.lanes)) is Requeued.OK
    _, opened = await take(at_hand.lanes)
    assert opened.turns == (turn(3, text="Grüße \U0001f331 / «سلام»"),)


async def test_what_a_large_letter_held_comes_back_letter_for_letter(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    text = "".join(map(chr, range(0xD7FF))) + '"\\/\x7f'
    await at_hand.lanes.put(turn(2**53 - 1, text=text))
    lease, opened = await take(at_hand.lanes)
    await at_hand.lanes.fail(lease, opened.turns, "x", None, Reply())
    await at_hand.lanes.release(lease)
    await at_hand.lanes.requeue(await the_letter(at_hand.lanes))
    _, again = await take(at_hand.lanes)
    assert again.turns == opened.turns
    assert (await at_hand.store.load(ConversationId("7"))).exchanges == ()
