"""Streams a reply where drafts cannot be: typing at first, then one message that is edited."""

from __future__ import annotations

import asyncio

import structlog
from aiogram import Bot
from aiogram.exceptions import AiogramError, TelegramBadRequest, TelegramRetryAfter
from aiogram.methods import EditMessageText

from bot.chat_action import keep_typing
from bot.frames import Frames, Pace, Place
from bot.in_flight import InFlight
from bot.messages import edit_of, message_of
from bot.parts import frame_aside
from bot.rendered import Rendered
from workers.cancelling import cancel_for_good
from workers.leases import SERVER_TROUBLE
from workers.placeholders import Placeholder, Placeholders

log = structlog.get_logger()

EVERY_S = 3.0
"""A group takes twenty messages and edits a minute."""
SHORT_S = 3.0
"""An answer that is there sooner is one message from the start."""
CALL_TIMEOUT_S = 10


class EditStream:
    """One message for one reply, which its end is put into. `message_id` is 0 while there is none,
    None while that is not known; it is kept, so that another process finds it."""

    def __init__(
        self, bot: Bot, place: Place, frames: Frames, pace: Pace, placeholders: Placeholders
    ) -> None:
        self.message_id: int | None = None
        self._bot = bot
        self._place = place
        self._frames = frames
        self._pace = pace
        self._placeholders = placeholders
        self._call = InFlight()

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        typing = asyncio.create_task(keep_typing(self._bot, self._place, self._pace.sleep))
        try:
            await self._begun_before()
            await self._pace.sleep(SHORT_S)
            await self._go_on(typing)
            await asyncio.Event().wait()
        finally:
            cancel_for_good(typing)

    async def ended(self) -> None:
        """Return when `message_id` is all there is to know."""
        await self._call.ended(CALL_TIMEOUT_S)

    async def _begun_before(self) -> None:
        """The message that an earlier try of this turn, here or elsewhere, began."""
        try:
            kept = await self._placeholders.of(self._place.key)
        except SERVER_TROUBLE:
            return
        begun = kept.answers == 0 and kept.message_id > self._place.reply_to
        self.message_id = kept.message_id if begun else 0

    async def _go_on(self, typing: asyncio.Task[None]) -> None:
        """Ends early when the message cannot be begun or gone on with."""
        shown = ""
        while True:
            await self._frames.unlike(shown)
            text = self._frames.text
            wait_s = await self._frame(text)
            if wait_s is None:
                return
            if not wait_s:
                shown = text
            if self.message_id:
                cancel_for_good(typing)
            await self._pace.sleep(max(EVERY_S, wait_s))

    async def _frame(self, text: str) -> float | None:
        """0, or how long nothing is to be shown because of a flood; None: not at all any more."""
        wait_s = await self._pace.budget.frame(self._place.chat_id)
        frame = Rendered("") if wait_s else await frame_aside(text)
        if wait_s or frame.blank:
            return wait_s
        try:
            await self._call.run(self._edit(frame) if self.message_id else self._begin(frame))
        except TelegramRetryAfter as flood:
            self._pace.budget.hold(self._place.chat_id, flood.retry_after)
            return flood.retry_after
        except TelegramBadRequest as refused:
            return 0 if "not modified" in refused.message.lower() else None
        except (AiogramError, *SERVER_TROUBLE) as fault:
            log.debug("a frame was not shown", why=type(fault).__name__)
            return EVERY_S if self.message_id else None
        return 0

    async def _begin(self, frame: Rendered) -> None:
        """One that was not answered may be there or not, so it is not begun a second time."""
        method = message_of(frame, self._place.chat_id, self._place.thread_id, self._place.reply_to)
        sent = await self._bot(method, request_timeout=CALL_TIMEOUT_S)
        self.message_id = sent.message_id
        await self._placeholders.keep(self._place.key, Placeholder(self.message_id))

    async def _edit(self, frame: Rendered) -> None:
        method: EditMessageText = edit_of(frame, self._place.chat_id, self.message_id or 0)
        await self._bot(method, request_timeout=CALL_TIMEOUT_S)
