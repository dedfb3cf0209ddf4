from __future__ import annotations

from datetime import timedelta

from memory.conversation import ConversationId, pair
from memory.store import ChatMemory
from tests.fakes.stage import NOON
from workers.retention import expired_before, retained


def remembered(*days_old: int) -> ChatMemory:
    exchanges = tuple(
        pair(n, "q", "a", at=NOON - timedelta(days=days))
        for n, days in enumerate(days_old, start=1)
    )
    return ChatMemory(
        ConversationId("1"),
        exchanges=exchanges,
        last_number=len(exchanges),
        watermark=1,
        states={"summary": {"version": 1, "state": {"text": "of old times"}}},
    )


def test_without_a_limit_everything_is_kept() -> None:
    memory = remembered(4000, 1)

    assert retained(memory, None, NOON) is memory
    assert expired_before(memory, None, NOON) is None


def test_what_is_young_enough_is_kept_with_what_was_derived_from_it() -> None:
    memory = remembered(29, 1)

    assert retained(memory, 30, NOON) is memory


def test_what_is_too_old_is_left_out_together_with_all_that_was_derived() -> None:
    memory = retained(remembered(40, 31, 29, 1), 30, NOON)

    assert [exchange.number for exchange in memory.exchanges] == [3, 4]
    assert (memory.watermark, memory.states, memory.last_number) == (0, {}, 4)


def test_a_memory_that_is_all_too_old_is_empty_and_its_numbers_go_on() -> None:
    memory = retained(remembered(40, 31), 30, NOON)

    assert (memory.exchanges, memory.last_number) == ((), 2)


def test_an_empty_memory_has_nothing_to_remove() -> None:
    assert expired_before(ChatMemory(ConversationId("1")), 30, NOON) is None
