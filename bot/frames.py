"""A reply while it streams: its newest text, and where it is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiogram.exceptions import TelegramBadRequest

from bot.send_budget import SendBudget, unlimited
from workers.cancelling import cancel_for_good
from workers.replier import StillOurs, unquestioned


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock and the sleep that frames go by: the real ones but for tests."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    budget: SendBudget = field(default_factory=unlimited)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reply streams. key: the chat's name on the queue · reply_to: the message it
    answers, 0 for none · quoted: the same, 0 where it need not be quoted · still_ours: asked right
    before every frame, raises LeaseLost."""

    key: str
    chat_id: int
    thread_id: int | None
    draft_id: int
    reply_to: int
    quoted: int
    still_ours: StillOurs = unquestioned


class Frames:
    """Fulfils the workers' Draft: never blocks the model's stream, frames in between are
    skipped."""

    def __init__(self) -> None:
        self.text = ""
        self._news = asyncio.Event()

    async def show(self, text: str) -> None:
        self.text = text
        self._news.set()

    async def unlike(self, shown: str) -> None:
        """Return when there is another text than this."""
        while self.text == shown:
            self._news.clear()
            await self._news.wait()

    async def unlike_within(
        self, shown: str, seconds: float, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """The same, but return when the time is up as well."""
        news = asyncio.create_task(self.unlike(shown))
        nap = asyncio.create_task(_nap(sleep, seconds))
        try:
            await asyncio.wait({news, nap}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            cancel_for_good(news)
            cancel_for_good(nap)


def of_this_frame(refused: TelegramBadRequest) -> bool:
    """Whether another text would be taken."""
    said = refused.message.lower()
    return "too long" in said or "empty" in said


async def _nap(sleep: Callable[[float], Awaitable[None]], seconds: float) -> None:
    await sleep(seconds)
