"""A turn is put until the queue says what became of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.storing import FIRST_WAIT_S, LONGEST_WAIT_S, Storing
from tests.bot.conftest import FakeQueue, FakeSleep
from workers.jobs import Turn
from workers.lanes import Put, Stopped
from workers.link import NotSent, ServerSaidNo
from workers.redis_link import OutcomeUnknown

TURN = Turn("7", 1, "hello", datetime(2026, 11, 29, tzinfo=UTC))


async def test_the_put_is_repeated_with_longer_and_longer_waits(
    queue: FakeQueue, sleep: FakeSleep
) -> None:
    queue.faults.extend([OutcomeUnknown("x"), NotSent("x"), ServerSaidNo("OOM")] * 4)
    assert await Storing(queue, sleep).put(TURN) is Put.STORED
    assert sleep.slept[0] == FIRST_WAIT_S
    assert sleep.slept == sorted(sleep.slept)
    assert (len(sleep.slept), sleep.slept[-1]) == (12, LONGEST_WAIT_S)


@pytest.mark.parametrize("answer", [Put.CHAT_FULL, Put.BUSY])
async def test_an_answer_ends_it_whatever_it_is(
    queue: FakeQueue, sleep: FakeSleep, answer: Put
) -> None:
    queue.answers.append(answer)
    assert await Storing(queue, sleep).put(TURN) is answer
    assert sleep.slept == []


async def test_a_fault_of_ours_is_not_repeated_for_ever(queue: FakeQueue, sleep: FakeSleep) -> None:
    queue.faults.append(TypeError("a fault of ours"))
    with pytest.raises(TypeError):
        await Storing(queue, sleep).put(TURN)


async def test_stop_says_what_it_did(queue: FakeQueue, sleep: FakeSleep) -> None:
    queue.stopped = Stopped(True, 2)
    assert await Storing(queue, sleep).stop("7", 9) == Stopped(True, 2)
    assert queue.stops == [("7", 9)]
