"""How much people may use: both versions under one contract, the server's by its own clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from tests.workers.lanes_at_hand import PASS_TIME
from workers.keys import Keys
from workers.limits import Accounts, Most, Pace, Usage, Used
from workers.local_limits import LocalAccounts, LocalPace
from workers.redis_limits import RedisAccounts, RedisPace
from workers.redis_link import RedisLink

SARA, OMID, GROUP = "7", "8", "-100123"
HOLD_MS = 60_000
NOON = datetime(2026, 2, 28, 12, tzinfo=UTC)


class Clock:
    """Shows the instant it was set to, and goes on from there; the server's cannot be set, but a
    deployment's clock may be ahead of it."""

    def __init__(self) -> None:
        self.ahead_s = 0.0
        self.set(NOON)

    def set(self, instant: datetime) -> None:
        self.ahead_s = instant.timestamp() - time.time()

    def offset_ms(self) -> int:
        return round(self.ahead_s * 1000)


@dataclass
class AtHand:
    pace: Pace
    accounts: Accounts
    another: Accounts
    """The same accounts, seen by another process."""
    clock: Clock
    pass_time: Callable[[float], Awaitable[None]]
    """Milliseconds go by for what is held and counted, while the day stays the same."""


@pytest.fixture(params=["in process", "on the server"])
def at_hand(request: pytest.FixtureRequest) -> AtHand:
    if request.param == "in process":
        return in_process()
    return on_server(request.getfixturevalue("link"))


def in_process() -> AtHand:
    clock, passed_s = Clock(), [0.0]

    def now() -> float:
        return time.time() + passed_s[0]

    async def pass_time(ms: float) -> None:
        passed_s[0] += ms / 1000
        clock.ahead_s -= ms / 1000

    accounts = LocalAccounts(clock.offset_ms, now)
    return AtHand(LocalPace(now), accounts, accounts, clock, pass_time)


def on_server(link: RedisLink) -> AtHand:
    clock, keys = Clock(), Keys("test", "1", shards=3)

    async def pass_time(ms: float) -> None:
        paces = [keys.name(what, SARA) for what in ("pace", "pace_told")]
        await link.call("EVAL", PASS_TIME, len(paces), *paces, str(ms))
        await link.call("EVAL", HELD_FOR_LESS, 1, keys.name("account", SARA), str(round(ms)))

    here, there = (RedisAccounts(link, keys, clock.offset_ms) for _ in range(2))
    return AtHand(RedisPace(link, keys), here, there, clock, pass_time)


HELD_FOR_LESS = """
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local tokens, till = string.match(fields[i + 1], '^(%d+) (%d+)$')
  if string.match(fields[i], '^call:') then
    redis.call('HSET', KEYS[1], fields[i], tokens .. ' ' .. string.format('%.0f', till - ARGV[1]))
  end
end
"""


async def test_so_many_messages_a_minute_are_taken_and_the_sender_is_told_once(
    at_hand: AtHand,
) -> None:
    passed = [await at_hand.pace.take(SARA, update_id, 3) for update_id in range(1, 7)]
    assert [one.taken for one in passed] == [True, True, True, False, False, False]
    assert [one.tell for one in passed[3:]] == [True, False, False]
    assert all(0 < one.wait_ms <= 60_000 for one in passed[3:])
    assert (await at_hand.pace.take(OMID, 9, 3)).taken


async def test_a_message_that_comes_again_is_answered_as_before(at_hand: AtHand) -> None:
    for _ in range(3):
        assert (await at_hand.pace.take(SARA, 1, 1)).taken
    for _ in range(2):
        refused = await at_hand.pace.take(SARA, 2, 1)
        assert (refused.taken, refused.tell) == (False, True)


async def test_after_a_minute_messages_are_taken_again_and_told_about_again(
    at_hand: AtHand,
) -> None:
    await at_hand.pace.take(SARA, 1, 1)
    await at_hand.pace.take(SARA, 2, 1)
    await at_hand.pass_time(60_001)
    assert (await at_hand.pace.take(SARA, 3, 1)).taken
    assert (await at_hand.pace.take(SARA, 4, 1)).tell


async def test_tokens_are_reserved_and_then_spent_as_the_provider_says(at_hand: AtHand) -> None:
    most = Most(day=1000)
    assert await at_hand.accounts.reserve(SARA, "a", 900, most, HOLD_MS) is None
    assert await at_hand.another.reserve(SARA, "b", 200, most, HOLD_MS) is not None
    await at_hand.accounts.settle(SARA, "a", Used(300, messages=1))
    assert await at_hand.another.reserve(SARA, "b", 700, most, HOLD_MS) is None
    await at_hand.another.settle(SARA, "b", Used(50, messages=2))
    assert await at_hand.accounts.usage(SARA) == Usage(Used(350, 3), Used(350, 3))
    assert await at_hand.accounts.usage(OMID) == Usage(Used(), Used())


async def test_calls_at_one_time_do_not_spend_the_same_tokens(at_hand: AtHand) -> None:
    calls = [
        accounts.reserve(SARA, str(n), 100, Most(day=1000), HOLD_MS)
        for n, accounts in enumerate([at_hand.accounts, at_hand.another] * 20)
    ]
    reached = await asyncio.gather(*calls)
    assert sum(one is None for one in reached) == 10
    assert sum(one.tell for one in reached if one is not None) == 1


async def test_a_call_reserves_once_and_is_settled_once(at_hand: AtHand) -> None:
    for _ in range(3):
        assert await at_hand.accounts.reserve(SARA, "a", 600, Most(day=1000), HOLD_MS) is None
    for _ in range(2):
        await at_hand.accounts.settle(SARA, "a", Used(100, 1))
    assert (await at_hand.accounts.usage(SARA)).day == Used(100, 1)


async def test_what_a_killed_worker_reserved_is_let_go(at_hand: AtHand) -> None:
    await at_hand.accounts.reserve(SARA, "killed", 1000, Most(day=1000), HOLD_MS)
    await at_hand.pass_time(HOLD_MS + 1)
    assert await at_hand.another.reserve(SARA, "b", 1000, Most(day=1000), HOLD_MS) is None


async def test_a_call_that_ends_late_is_spent_all_the_same(at_hand: AtHand) -> None:
    await at_hand.accounts.reserve(SARA, "late", 10, Most(day=1000), HOLD_MS)
    await at_hand.pass_time(HOLD_MS + 1)
    await at_hand.accounts.settle(SARA, "late", Used(10, 1))
    assert (await at_hand.accounts.usage(SARA)).day == Used(10, 1)


async def test_without_a_limit_what_is_used_is_told(at_hand: AtHand) -> None:
    await at_hand.accounts.settle(GROUP, "", Used(500, 1))
    await at_hand.accounts.settle(GROUP, "", Used(70, summary_tokens=70))
    used = Used(570, 1, 70)
    assert await at_hand.accounts.usage(GROUP) == Usage(used, used)


@pytest.mark.parametrize(
    "instant",
    [
        datetime(2024, 2, 28, 23, 59, 30, tzinfo=UTC),  # the 29th follows
        datetime(2026, 2, 28, 23, 59, 30, tzinfo=UTC),
        datetime(2026, 11, 30, 6, 30, tzinfo=UTC),
        datetime(2026, 12, 31, 23, 59, 30, tzinfo=UTC),
        datetime(2027, 1, 1, 0, 0, 5, tzinfo=UTC),
        datetime(2100, 2, 28, 12, tzinfo=UTC),  # no leap year
        datetime(2400, 2, 29, 12, tzinfo=UTC),
    ],
)
async def test_days_and_months_end_when_the_calendar_says(
    at_hand: AtHand, instant: datetime
) -> None:
    at_hand.clock.set(instant)
    today = instant.replace(hour=0, minute=0, second=0)
    next_month = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    for limit, begins in ((Most(day=1), today + timedelta(days=1)), (Most(month=1), next_month)):
        reached = await at_hand.accounts.reserve(SARA, "a", 2, limit, HOLD_MS)
        assert reached is not None
        assert reached.anew_in_ms == pytest.approx(
            (begins - instant) / timedelta(milliseconds=1), abs=10_000
        )


async def test_the_next_day_and_the_next_month_begin_anew(at_hand: AtHand) -> None:
    most = Most(day=100, month=150)
    await at_hand.accounts.settle(SARA, "", Used(100, 1))
    first = await at_hand.accounts.reserve(SARA, "a", 1, most, HOLD_MS)
    again = await at_hand.accounts.reserve(SARA, "b", 1, most, HOLD_MS)
    assert first is not None
    assert again is not None
    assert (first.period, first.most, first.tell) == ("day", 100, True)
    assert not again.tell

    at_hand.clock.set(NOON - timedelta(days=1))
    await at_hand.accounts.settle(SARA, "", Used(20, 1))
    assert await at_hand.accounts.usage(SARA) == Usage(Used(20, 1), Used(120, 2))
    of_month = await at_hand.accounts.reserve(SARA, "c", 40, most, HOLD_MS)
    assert of_month is not None
    assert (of_month.period, of_month.most, of_month.tell) == ("month", 150, True)

    at_hand.clock.set(NOON + timedelta(days=1))  # the first of March
    assert await at_hand.accounts.usage(SARA) == Usage(Used(), Used())
    assert await at_hand.accounts.reserve(SARA, "d", 100, most, HOLD_MS) is None


def test_of_two_limits_the_stricter_holds() -> None:
    assert Most(100, 0).and_also(Most(50, 900)) == Most(50, 900)
    assert Most().and_also(Most()) == Most()
    assert not Most()
    assert Most(month=1)


async def test_an_account_goes_when_nobody_uses_it(link: RedisLink) -> None:
    keys = Keys("test", "1")
    accounts = RedisAccounts(link, keys)
    await accounts.reserve(SARA, "a", 1, Most(day=10), HOLD_MS)
    await accounts.settle(SARA, "a", Used(1))
    await RedisPace(link, keys).take(SARA, 1, 5)
    for what, longest_ms in (("account", 62 * 86_400_000), ("pace", 60_000)):
        left = await link.call("PTTL", keys.name(what, SARA))
        assert isinstance(left, int)
        assert 0 < left <= longest_ms
