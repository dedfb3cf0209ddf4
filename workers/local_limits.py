"""Paces and accounts inside one process."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from workers.limits import Holder, Most, Passed, Period, Reached, Usage, Used

MINUTE_S = 60.0
Clock = Callable[[], float]
"""Seconds since 1970, as time.time."""


class LocalPace:
    """The Pace port."""

    def __init__(self, clock: Clock = time.time) -> None:
        self._clock = clock
        self._taken: defaultdict[Holder, dict[int, float]] = defaultdict(dict)
        self._told: dict[Holder, tuple[float, int]] = {}

    async def take(self, holder: Holder, update_id: int, most: int) -> Passed:
        now, taken = self._clock(), self._taken[holder]
        for old in [id_ for id_, at in taken.items() if at <= now - MINUTE_S]:
            del taken[old]
        if update_id in taken or len(taken) < most:
            taken.setdefault(update_id, now)
            return Passed(True)
        wait_ms = round((min(taken.values(), default=now) + MINUTE_S - now) * 1000)
        told_at, told_for = self._told.get(holder, (now - MINUTE_S, -1))
        if told_at <= now - MINUTE_S:
            told_for = update_id
            self._told[holder] = now, update_id
        return Passed(False, wait_ms, tell=told_for == update_id)


@dataclass
class _Account:
    spent: dict[str, Used] = field(default_factory=dict)
    held: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Call -> tokens, and when they are let go."""
    told: dict[str, str] = field(default_factory=dict)
    """Period's name -> the call that was told."""


class LocalAccounts:
    """The Accounts port. offset_ms: how far the deployment's clock is ahead of UTC."""

    def __init__(self, offset_ms: Callable[[], int] = lambda: 0, clock: Clock = time.time) -> None:
        self._clock = clock
        self._offset_ms = offset_ms
        self._accounts: defaultdict[Holder, _Account] = defaultdict(_Account)

    async def reserve(
        self, holder: Holder, call: str, tokens: int, most: Most, hold_ms: int
    ) -> Reached | None:
        account, now = self._accounts[holder], self._clock()
        others = [(name, one) for name, one in account.held.items() if name != call]
        held = sum(tokens for _, (tokens, until) in others if until > now)
        limits: tuple[tuple[Period, int], ...] = ("day", most.day), ("month", most.month)
        for period, limit in limits:
            name = self._name(period)
            spent = account.spent.get(name, Used()).tokens
            if limit and spent + held + tokens > limit:
                told = account.told.setdefault(name, call) == call
                return Reached(period, limit, self._anew_in_ms(period), told)
        account.held[call] = tokens, now + hold_ms / 1000
        return None

    async def settle(self, holder: Holder, call: str, used: Used) -> None:
        account = self._accounts[holder]
        if call and account.held.pop(call, None) is None:
            return
        for name in (self._name("day"), self._name("month")):
            before = account.spent.get(name, Used())
            account.spent[name] = Used(
                before.tokens + used.tokens,
                before.messages + used.messages,
                before.summary_tokens + used.summary_tokens,
            )

    async def usage(self, holder: Holder) -> Usage:
        spent = self._accounts[holder].spent
        names = self._name("day"), self._name("month")
        return Usage(*(spent.get(name, Used()) for name in names))

    def _local(self) -> datetime:
        local_ms = self._clock() * 1000 + self._offset_ms()
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=local_ms)

    def _name(self, period: Period) -> str:
        return self._local().strftime("%Y%m%d" if period == "day" else "%Y%m")

    def _anew_in_ms(self, period: Period) -> int:
        local = self._local()
        today = local.replace(hour=0, minute=0, second=0, microsecond=0)
        day = today + timedelta(days=1)
        month = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
        return round(((day if period == "day" else month) - local) / timedelta(milliseconds=1))
