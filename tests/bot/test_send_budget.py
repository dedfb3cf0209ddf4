"""One budget for frames and final texts: Telegram's own rates are kept, and finals go first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.send_budget import OF_CHAT, SendBudget, buckets_of, unlimited
from tests.telegram.clock import MovedClock
from tests.telegram.limits import Limits
from workers.link import NotSent
from workers.spending import Bucket, LocalSpending, Spent


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture
def budget(clock: MovedClock) -> SendBudget:
    return SendBudget(clock=clock, sleep=clock.sleep)


async def run_for(clock: MovedClock, seconds: float) -> None:
    for _ in range(round(seconds * 20)):
        clock.advance(0.05)
        for _ in range(5):
            await asyncio.sleep(0)


@pytest.mark.parametrize(("chats", "minutes"), [([7], 2), ([-100], 5), (range(1, 91), 1)])
async def test_what_passes_is_taken_by_telegram(
    budget: SendBudget, clock: MovedClock, chats: Sequence[int], minutes: int
) -> None:
    limits, refused, taken = Limits(clock), 0, 0
    for _ in range(minutes * 240):
        clock.advance(0.25)
        for chat in chats:
            if await budget.frame(chat) == 0:
                taken += 1
                refused += limits.refused_for(chat) > 0
    assert refused == 0
    most = min(len(chats) * (0.25 if chats[0] < 0 else 0.9), 26)
    assert taken > minutes * 60 * most


async def test_a_final_text_does_not_wait_for_frames(budget: SendBudget, clock: MovedClock) -> None:
    while await budget.frame(7) == 0:
        pass
    await budget.final(7)
    assert clock.asked == []
    assert await budget.frame(7) > OF_CHAT.every_s


async def test_final_texts_wait_in_line_and_frames_stay_out(
    budget: SendBudget, clock: MovedClock
) -> None:
    times: list[float] = []

    async def final() -> None:
        await budget.final(7)
        times.append(clock.now - 1000)

    async with asyncio.TaskGroup() as group:
        for _ in range(6):
            group.create_task(final())
        await run_for(clock, 2)
        assert await budget.frame(7) > 0
        await run_for(clock, 2)
    assert [round(at) for at in times] == [0, 0, 0, 1, 2, 3]


async def test_a_flood_holds_frames_and_final_texts_of_its_chat_alone(
    budget: SendBudget, clock: MovedClock
) -> None:
    await budget.hold(7, 30)
    assert await budget.frame(7) == 30
    assert await budget.frame(8) == 0
    waiting = asyncio.create_task(budget.final(7))
    await run_for(clock, 29)
    assert not waiting.done()
    await run_for(clock, 2)
    assert waiting.done()


class Down(LocalSpending):
    async def spend(
        self, chat: str, buckets: Sequence[Bucket], *, leave: int = 0, in_line: bool = False
    ) -> Spent:
        raise NotSent("down")

    async def hold(self, chat: str, bucket: Bucket, seconds: float) -> None:
        raise NotSent("down")


async def test_a_flood_that_one_process_met_holds_the_others(clock: MovedClock) -> None:
    shared = LocalSpending(clock)
    one, other = (SendBudget(shared, clock=clock, sleep=clock.sleep) for _ in range(2))
    await one.hold(7, 30)
    assert 30 <= await other.frame(7) < 32
    assert await other.frame(8) == 0
    final = asyncio.create_task(other.final(7))
    await run_for(clock, 29)
    assert not final.done()
    await run_for(clock, 2)
    assert final.done()


async def test_a_flood_is_heeded_without_the_server(clock: MovedClock) -> None:
    budget = SendBudget(Down(), clock=clock, sleep=clock.sleep)
    await budget.hold(7, 30)
    assert await budget.frame(7) == 30


async def test_without_the_server_each_process_keeps_to_the_rates_by_itself(
    clock: MovedClock,
) -> None:
    budget = SendBudget(Down(), clock=clock, sleep=clock.sleep)
    assert [await budget.frame(7) == 0 for _ in range(4)] == [True, True, False, False]
    await budget.final(7)
    assert clock.asked == []


async def test_without_limits_nothing_waits(clock: MovedClock) -> None:
    budget = unlimited(clock.sleep)
    for _ in range(100):
        assert await budget.frame(-100) == 0
        await budget.final(-100)
    assert clock.asked == []


def test_a_minute_of_a_group_holds_no_more_than_telegram_takes() -> None:
    for bucket in buckets_of(-100):
        most = {"sends_of_chat": 62, "sends_of_group": 20, "sends_of_bot": 30 * 60}[bucket.whose]
        assert bucket.at_once + 60 / bucket.every_s <= most
