"""Both versions of the buckets take no more out of one than it holds, and let finals go first."""

from __future__ import annotations

import asyncio
from typing import Protocol

import pytest

from tests.telegram.clock import MovedClock
from workers.keys import Keys
from workers.link import Link
from workers.redis_spending import RedisSpending
from workers.spending import Bucket, LocalSpending, Spending, Spent

CHAT = Bucket("sends_of_chat", 100, 3)
BOT = Bucket("sends_of_bot", 10, 4)
KEYS = Keys("test", "1")


class AtHand(Protocol):
    @property
    def spending(self) -> Spending: ...
    async def pass_time(self, seconds: float) -> None: ...


class LocalAtHand:
    def __init__(self) -> None:
        self.clock = MovedClock()
        self.spending: Spending = LocalSpending(self.clock)

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)


class RedisAtHand:
    """The server's clock cannot be moved, so what it noted is."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.spending: Spending = RedisSpending(link, KEYS)

    async def pass_time(self, seconds: float) -> None:
        for whose, chat in (("sends_of_chat", "7"), ("sends_of_bot", "7")):
            name = KEYS.name(whose, chat)
            full_at = await self.link.call("GET", name)
            if isinstance(full_at, bytes):
                moved = int(full_at) - round(seconds * 1_000_000)
                await self.link.call("SET", name, str(moved), "KEEPTTL")


@pytest.fixture(params=["local", "redis"])
def at_hand(request: pytest.FixtureRequest, link: Link) -> AtHand:
    return LocalAtHand() if request.param == "local" else RedisAtHand(link)


def about(spent: Spent, buckets: int, wait_s: float) -> bool:
    return spent.buckets == buckets and abs(spent.wait_s - wait_s) < 1


async def test_a_bucket_gives_what_it_holds_and_then_one_at_a_time(at_hand: AtHand) -> None:
    spend = at_hand.spending.spend
    assert [await spend("7", [CHAT]) for _ in range(3)] == [Spent(1, 0)] * 3
    assert about(await spend("7", [CHAT]), 0, 100)
    await at_hand.pass_time(101)
    assert await spend("7", [CHAT]) == Spent(1, 0)
    assert about(await spend("7", [CHAT]), 0, 99)


async def test_a_send_that_one_bucket_lacks_is_taken_out_of_none(at_hand: AtHand) -> None:
    spend = at_hand.spending.spend
    for _ in range(3):
        await spend("7", [CHAT, BOT])
    assert (await spend("7", [CHAT, BOT])).buckets == 0
    assert await spend("8", [CHAT, BOT]) == Spent(2, 0), "the bot's bucket held one more"
    assert (await spend("9", [CHAT, BOT])).buckets == 0


async def test_frames_leave_one_for_the_final_text(at_hand: AtHand) -> None:
    spend = at_hand.spending.spend
    assert [(await spend("7", [CHAT], leave=1)).buckets for _ in range(4)] == [1, 1, 0, 0]
    assert await spend("7", [CHAT], in_line=True) == Spent(1, 0)


async def test_in_line_everyone_gets_a_time_of_their_own_before_any_frame(at_hand: AtHand) -> None:
    spend = at_hand.spending.spend
    waits = [(await spend("7", [CHAT], in_line=True)).wait_s for _ in range(5)]
    assert [round(wait) for wait in waits] == [0, 0, 0, 100, 200]
    assert about(await spend("7", [CHAT], leave=1), 0, 400)


async def test_in_line_the_bots_bucket_is_not_spent_before_the_chats_time(at_hand: AtHand) -> None:
    spend = at_hand.spending.spend
    for _ in range(3):
        await spend("7", [CHAT], in_line=True)
    assert about(await spend("7", [CHAT, BOT], in_line=True), 1, 100)
    assert [(await spend("8", [BOT])).buckets for _ in range(5)] == [1, 1, 1, 1, 0]


async def test_a_held_bucket_gives_nothing_until_then(at_hand: AtHand) -> None:
    await at_hand.spending.hold("7", CHAT, 5_000)
    assert about(await at_hand.spending.spend("7", [CHAT, BOT]), 0, 5_000)
    assert about(await at_hand.spending.spend("8", [CHAT, BOT]), 2, 0)
    await at_hand.spending.hold("7", CHAT, 10)
    await at_hand.pass_time(4_990)
    assert about(await at_hand.spending.spend("7", [CHAT, BOT]), 0, 10)
    await at_hand.pass_time(11)
    assert about(await at_hand.spending.spend("7", [CHAT, BOT]), 2, 0)


async def test_chats_do_not_share_their_own_buckets(at_hand: AtHand) -> None:
    spend = at_hand.spending.spend
    for chat in ("7", "8", "-100"):
        assert [(await spend(chat, [CHAT])).buckets for _ in range(4)] == [1, 1, 1, 0]


async def test_processes_together_take_no_more_than_there_is(link: Link) -> None:
    processes = [RedisSpending(link, KEYS) for _ in range(4)]
    asked = [p.spend(str(n), [CHAT, BOT]) for p in processes for n in range(10)]
    assert sum(spent.buckets == 2 for spent in await asyncio.gather(*asked)) == BOT.at_once


async def test_a_full_bucket_leaves_nothing_on_the_server(link: Link) -> None:
    await RedisSpending(link, KEYS).spend("7", [Bucket("sends_of_chat", 0.01, 3), CHAT])
    left = await link.call("PTTL", KEYS.name("sends_of_chat", "7"))
    assert isinstance(left, int)
    assert 0 < left <= 100_100
