"""One contract over the plain store and the one on the server, and what only the latter does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from memory.conversation import ConversationId, Exchange
from memory.log import log_of
from memory.store import ChatMemory, MemoryConflict, Tended
from tests.workers.lanes_at_hand import AtHand, RedisAtHand, answer, answered, take, turn
from workers.jobs import Outcome, Reply
from workers.redis_link import RedisLink
from workers.scripts.reading import keep_index

HERE = ConversationId("7")
SUMMARY = {"summary": {"version": 1, "state": {"text": "خلاصه ۱۲"}}}
FACTS = {"facts": {"version": 3, "state": {"values": ["A-17", 0.85, None]}}}


async def say(at_hand: AtHand, exchanges: int, first: int = 1) -> None:
    for number in range(first, first + exchanges):
        await at_hand.lanes.put(turn(number))
        lease, opened = await take(at_hand.lanes)
        await at_hand.lanes.commit(lease, opened.turns, answered(number, text=f"a{number}"))
        await at_hand.lanes.mark_sent(lease, 0, [number])
        await at_hand.lanes.release(lease)


async def test_an_unknown_conversation_is_empty(at_hand: AtHand) -> None:
    assert await at_hand.store.load(HERE) == ChatMemory(HERE)


async def test_an_exchange_comes_back_whole(at_hand: AtHand) -> None:
    stored: dict[str, Any] = {
        "number": 1,
        "messages": [
            {"role": "user", "text": "کد ۱۲۳؟\u2028\x00", "picture": "f1"},
            {"role": "tool", "text": "{}"},
            {"role": "assistant", "text": "好的 🙂\n```py\nx\n```"},
        ],
        "asked_at": datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC).isoformat(),
        "answered_at": datetime(2026, 1, 2, 3, 4, 6, tzinfo=UTC).isoformat(),
        "sender": {"id": "55", "name": "علی"},
        "message_ids": [8, 9],
        "model": "m",
        "prompt_tokens": 5,
        "answer_tokens": 6,
        "of a later version": [1, {"a": None}],
    }
    exchange = Exchange.from_json(stored)
    await at_hand.lanes.put(turn(1))
    await answer(at_hand.lanes, Outcome(Reply(text="x"), HERE, exchange))
    assert (await at_hand.store.load(HERE)).exchanges == (exchange,)


async def test_a_long_log_comes_in_its_order(at_hand: AtHand) -> None:
    await say(at_hand, 12)
    memory = await at_hand.store.load(HERE)
    assert [exchange.number for exchange in memory.exchanges] == list(range(1, 13))
    assert [exchange.reply_ids for exchange in memory.exchanges] == [(n,) for n in range(1, 13)]


async def test_bodies_that_were_not_loaded_are_read_when_they_are_wanted(at_hand: AtHand) -> None:
    await say(at_hand, 70)
    memory = await at_hand.store.load(HERE)
    log = log_of(memory.exchanges)
    assert (len(log), log[-1].assistant, log.numbers[0]) == (70, "a70", 1)
    await at_hand.store.keep_index(HERE)
    read = log_of((await at_hand.store.read(memory, [2, 1])).exchanges)
    assert [each.assistant for each in read.bodies([1, 2, 70])] == ["a1", "a2", "a70"]
    whole = await at_hand.store.read(memory, read.unread)
    assert [each.number for each in whole.exchanges] == list(range(1, 71))
    assert [each.reply_ids for each in whole.exchanges] == [(n,) for n in range(1, 71)]


async def test_exchanges_that_expired_before_they_were_read_are_left_out(at_hand: AtHand) -> None:
    await say(at_hand, 70)
    memory = await at_hand.store.load(HERE)
    await at_hand.store.expire(HERE, oldest_kept=4)
    whole = await at_hand.store.read(memory, log_of(memory.exchanges).unread)
    assert [each.number for each in whole.exchanges][-67:] == list(range(4, 71))


async def test_tending_moves_watermark_version_and_states_together(at_hand: AtHand) -> None:
    await say(at_hand, 3)
    seen = await at_hand.store.load(HERE)
    await at_hand.store.commit_tended(seen, Tended(2, {**SUMMARY, **FACTS}))
    memory = await at_hand.store.load(HERE)
    assert (memory.watermark, memory.summary_version) == (2, 1)
    assert memory.states == {**SUMMARY, **FACTS}
    assert len(memory.exchanges) == 3


async def test_states_that_tending_did_not_change_stay(at_hand: AtHand) -> None:
    await at_hand.store.commit_tended(ChatMemory(HERE), Tended(0, {**SUMMARY, **FACTS}))
    newer = {"summary": {"version": 2, "state": {}}}
    await at_hand.store.commit_tended(await at_hand.store.load(HERE), Tended(0, newer))
    assert (await at_hand.store.load(HERE)).states == {**newer, **FACTS}


async def test_of_two_tenders_the_second_changes_nothing(at_hand: AtHand) -> None:
    await say(at_hand, 3)
    seen = await at_hand.store.load(HERE)
    await at_hand.store.commit_tended(seen, Tended(2, SUMMARY))
    with pytest.raises(MemoryConflict):
        await at_hand.store.commit_tended(seen, Tended(3, FACTS))
    memory = await at_hand.store.load(HERE)
    assert (memory.watermark, memory.summary_version, memory.states) == (2, 1, SUMMARY)


async def test_exchanges_that_came_meanwhile_are_no_conflict(at_hand: AtHand) -> None:
    await say(at_hand, 2)
    seen = await at_hand.store.load(HERE)
    await say(at_hand, 1, first=3)
    await at_hand.store.commit_tended(seen, Tended(2, SUMMARY))
    memory = await at_hand.store.load(HERE)
    assert (memory.watermark, memory.last_number) == (2, 3)


async def test_expiry_takes_all_that_was_derived_with_it(at_hand: AtHand) -> None:
    await say(at_hand, 4)
    seen = await at_hand.store.load(HERE)
    await at_hand.store.commit_tended(seen, Tended(2, SUMMARY))
    tended = await at_hand.store.load(HERE)
    await at_hand.store.expire(HERE, oldest_kept=3)
    await at_hand.store.expire(HERE, oldest_kept=3)
    memory = await at_hand.store.load(HERE)
    assert [(e.number, e.reply_ids) for e in memory.exchanges] == [(3, (3,)), (4, (4,))]
    assert (memory.watermark, memory.summary_version, memory.states) == (0, 2, {})
    with pytest.raises(MemoryConflict):
        await at_hand.store.commit_tended(tended, Tended(4, FACTS))


async def test_numbers_are_not_given_out_again_after_expiry(at_hand: AtHand) -> None:
    await say(at_hand, 2)
    await at_hand.store.expire(HERE, oldest_kept=10)
    memory = await at_hand.store.load(HERE)
    assert (memory.exchanges, memory.last_number) == ((), 2)
    await say(at_hand, 1, first=3)
    assert [e.number for e in (await at_hand.store.load(HERE)).exchanges] == [3]


async def test_expiry_of_nothing_changes_nothing(at_hand: AtHand) -> None:
    await say(at_hand, 2)
    await at_hand.store.commit_tended(await at_hand.store.load(HERE), Tended(1, SUMMARY))
    before = await at_hand.store.load(HERE)
    await at_hand.store.expire(HERE, oldest_kept=1)
    assert await at_hand.store.load(HERE) == before


async def test_conversations_expire_apart(at_hand: AtHand) -> None:
    await say(at_hand, 2)
    await at_hand.store.expire(ConversationId("7", 2), oldest_kept=9)
    assert len((await at_hand.store.load(HERE)).exchanges) == 2


async def test_tending_repeated_after_a_lost_answer_is_no_conflict(link: RedisLink) -> None:
    store = RedisAtHand(link).store
    for _ in range(2):
        await store.commit_tended(ChatMemory(HERE), Tended(2, SUMMARY))
    assert (await store.load(HERE)).summary_version == 1
    with pytest.raises(MemoryConflict):
        await store.commit_tended(ChatMemory(HERE), Tended(3, FACTS))


async def test_what_cannot_be_read_is_left_out(link: RedisLink) -> None:
    at_hand = RedisAtHand(link)
    await say(at_hand, 2)
    await at_hand.store.commit_tended(await at_hand.store.load(HERE), Tended(1, SUMMARY))
    await link.call("ZADD", at_hand.keys.name("log", HERE), 3, b"{\xff damaged")
    await link.call("HSET", at_hand.keys.name("states", HERE), "facts", "[1")
    await link.call("HSET", at_hand.keys.name("reply_ids", HERE), "1:2", "{}x")
    memory = await at_hand.store.load(HERE)
    assert [(e.number, e.reply_ids) for e in memory.exchanges] == [(1, (1,)), (2, ())]
    assert memory.states == SUMMARY


async def test_a_replaced_exchange_takes_the_kept_index_along_only_if_it_is_in_it(
    link: RedisLink,
) -> None:
    at_hand = RedisAtHand(link)
    await say(at_hand, 3)
    memory = await at_hand.store.load(HERE)
    index = at_hand.keys.name("index", HERE)
    assert await keep_index(link, at_hand.keys, HERE, last=2, expired="", index=b"packed")
    for number, kept in ((3, True), (2, False)):
        changed = replace(memory.exchanges[number - 1], cut=True)
        assert await at_hand.store.replace(HERE, changed)
        assert (await link.call("EXISTS", index) == 1) is kept
