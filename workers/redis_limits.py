"""Paces and accounts on the server, by its clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from workers.keys import Keys
from workers.limits import Holder, Most, Passed, Period, Reached, Usage, Used
from workers.local_limits import MINUTE_S
from workers.scripts import Runs, limiting


class RedisPace:
    """The Pace port. Its calls raise what the link raises and may be repeated."""

    def __init__(self, link: Runs, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def take(self, holder: Holder, update_id: int, most: int) -> Passed:
        taken, wait_ms, tell = await limiting.take_pace(
            self._link,
            self._keys,
            holder,
            update_id,
            most=most,
            window_ms=round(MINUTE_S * 1000),
        )
        return Passed(taken == 1, wait_ms, tell == 1)


class RedisAccounts:
    """The Accounts port, like RedisPace. offset_ms: how far the deployment's clock is ahead of
    UTC."""

    def __init__(self, link: Runs, keys: Keys, offset_ms: Callable[[], int] = lambda: 0) -> None:
        self._link = link
        self._keys = keys
        self._offset_ms = offset_ms

    async def reserve(
        self, holder: Holder, call: str, tokens: int, most: Most, hold_ms: int
    ) -> Reached | None:
        period, anew_in_ms, tell = await limiting.reserve_tokens(
            self._link,
            self._keys,
            holder,
            call,
            tokens,
            most=(most.day, most.month),
            hold_ms=hold_ms,
            offset_ms=self._offset_ms(),
        )
        if period == "ok":
            return None
        reached = cast("Period", period)
        limit = most.day if reached == "day" else most.month
        return Reached(reached, limit, anew_in_ms, tell == 1)

    async def settle(self, holder: Holder, call: str, used: Used) -> None:
        spent = (used.tokens, used.messages, used.summary_tokens)
        await limiting.settle_tokens(
            self._link, self._keys, holder, call, spent, offset_ms=self._offset_ms()
        )

    async def usage(self, holder: Holder) -> Usage:
        spent = await limiting.read_account(self._link, self._keys, holder, self._offset_ms())
        return Usage(Used(*spent[:3]), Used(*spent[3:]))
