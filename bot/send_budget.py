"""How much may go out to Telegram: one budget for every send, edit and draft of the bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

import structlog

from bot.chats import is_private
from workers.leases import SERVER_TROUBLE
from workers.spending import Bucket, LocalSpending, Spending, Spent

log = structlog.get_logger()

# Telegram's own numbers are about 30 a second in all, one a second in a chat with short bursts, 20
# a minute in a group (core.telegram.org/bots/faq). A little below them, because what leaves evenly
# may arrive in a bunch.
PER_SECOND = 30
OF_CHAT = Bucket("sends_of_chat", every_s=1.02, at_once=3)
OF_GROUP = Bucket("sends_of_group", every_s=3.6, at_once=3)
SLACK = 0.9
BUNCH_S = 0.5
"""So much of a second's sends may leave at once."""
LEFT_FOR_FINALS = 1
MOST_HELD = 10_000


def buckets_of(chat_id: int, per_second: float = PER_SECOND) -> Sequence[Bucket]:
    """The chat's first, the bot's last."""
    every_s = 1 / (per_second * SLACK)
    of_bot = Bucket("sends_of_bot", every_s, max(2, int(per_second * BUNCH_S)))
    return (OF_CHAT, of_bot) if is_private(chat_id) else (OF_CHAT, OF_GROUP, of_bot)


class SendBudget:
    """`spending` shared by all processes; while it cannot be reached each counts for itself.
    `per_second` of the bot in all, 0 for no limits at all · `clock` and `sleep` are the real
    ones but for tests."""

    def __init__(
        self,
        spending: Spending | None = None,
        *,
        per_second: float = PER_SECOND,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._own = LocalSpending(clock)
        self._spending = spending or self._own
        self._per_second = per_second
        self._clock = clock
        self._sleep = sleep
        self._held: dict[int, float] = {}

    async def frame(self, chat_id: int) -> float:
        """0: a frame may be shown now; else it is skipped, and after so many seconds asking again
        pays. Frames leave something for final texts."""
        held_s = self._held_s(chat_id)
        if held_s or not self._per_second:
            return held_s
        buckets = buckets_of(chat_id, self._per_second)
        return (await self._spend(chat_id, buckets, leave=LEFT_FOR_FINALS)).wait_s

    async def final(self, chat_id: int) -> None:
        """Return when a text that must arrive may be sent."""
        if held_s := self._held_s(chat_id):
            await self._sleep(held_s)
        buckets = buckets_of(chat_id, self._per_second) if self._per_second else ()
        while buckets:
            spent = await self._spend(chat_id, buckets, in_line=True)
            if spent.wait_s:
                await self._sleep(spent.wait_s)
            buckets = buckets[spent.buckets :]

    async def hold(self, chat_id: int, seconds: float) -> None:
        """Telegram refused something for so long: nothing more goes to this chat until then, from
        no process."""
        self._hold_here(chat_id, seconds)
        if not self._per_second:
            return
        try:
            await self._spending.hold(str(chat_id), OF_CHAT, seconds)
        except SERVER_TROUBLE as trouble:
            log.debug("a flood is known to this process alone", why=type(trouble).__name__)

    def _hold_here(self, chat_id: int, seconds: float) -> None:
        if len(self._held) >= MOST_HELD:
            now = self._clock()
            self._held = {chat: until for chat, until in self._held.items() if until > now}
        self._held[chat_id] = self._clock() + seconds

    def _held_s(self, chat_id: int) -> float:
        return max(0.0, self._held.get(chat_id, 0.0) - self._clock())

    async def _spend(
        self, chat_id: int, buckets: Sequence[Bucket], *, leave: int = 0, in_line: bool = False
    ) -> Spent:
        chat = str(chat_id)
        try:
            return await self._spending.spend(chat, buckets, leave=leave, in_line=in_line)
        except SERVER_TROUBLE as trouble:
            log.debug("sends are counted in this process", why=type(trouble).__name__)
            return await self._own.spend(chat, buckets, leave=leave, in_line=in_line)


def unlimited(sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> SendBudget:
    """For a server that takes everything, and for tests of other things."""
    return SendBudget(per_second=0, sleep=sleep)
