"""Streams a reply where drafts cannot be: typing at first, then one message that is edited."""

from __future__ import annotations

import asyncio

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramRetryAfter,
)
from aiogram.methods import SendMessage, SendRichMessage
from aiogram.types import InputRichMessage

from bot.bubbles import Begun, Bubbles
from bot.chat_action import keep_typing
from bot.frames import Frames, Pace, Place, of_this_frame
from bot.in_flight import InFlight
from bot.messages import edit_of, message_of
from bot.parts import frame_aside
from bot.rendered import Rendered
from bot.rich_frames import RichFrames, is_refused_richly
from workers.cancelling import cancel_for_good
from workers.lanes import LeaseLost
from workers.leases import SERVER_TROUBLE

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
        self,
        bot: Bot,
        place: Place,
        frames: Frames,
        pace: Pace,
        bubbles: Bubbles,
        *,
        rich: RichFrames | None = None,
    ) -> None:
        self.message_id: int | None = None
        self._bot = bot
        self._place = place
        self._frames = frames
        self._pace = pace
        self._bubbles = bubbles
        self._call = InFlight()
        self._rich = rich
        self._kept = True
        self._plain = False

    async def run(self) -> None:
        """Goes on until it is cancelled. Raises LeaseLost."""
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
            begun = await self._bubbles.unfinished(self._place.key, self._place.reply_to)
        except SERVER_TROUBLE:
            return
        self.message_id = begun

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
        if self.message_id is None:
            await self._begun_before()
        if self.message_id is None:  # a second one might be begun beside that of an earlier try
            return EVERY_S
        wait_s = await self._pace.budget.frame(self._place.chat_id)
        frame = Rendered("") if wait_s else await frame_aside(text)
        if wait_s or frame.blank:
            return wait_s
        frame = frame.plain() if self._plain else frame
        content = self._rich.of(text) if self._rich is not None else None
        shown = self._edit(frame, content) if self.message_id else self._begin(frame, content)
        try:
            await self._call.run(shown)
        except AiogramError as fault:
            if self._rich is not None and content is not None and is_refused_richly(fault):
                self._rich.refused()
                return EVERY_S
            return await self._refused(fault, frame)
        return 0

    async def _refused(self, fault: AiogramError, frame: Rendered) -> float | None:
        match fault:
            case TelegramRetryAfter():
                await self._pace.budget.hold(self._place.chat_id, fault.retry_after)
                return fault.retry_after
            case TelegramBadRequest() if "not modified" in fault.message.lower():
                return 0
            case TelegramBadRequest() if self._may_look_otherwise(fault, frame):
                return EVERY_S
            case TelegramForbiddenError() | TelegramMigrateToChat() | TelegramBadRequest():
                return None
        log.debug("a frame was not shown", why=type(fault).__name__)
        return EVERY_S if self.message_id else None

    def _may_look_otherwise(self, refused: TelegramBadRequest, frame: Rendered) -> bool:
        """Whether the next frame may be taken."""
        if frame.spans and "entit" in refused.message.lower():
            self._plain = True
            return True
        return of_this_frame(refused)

    async def _begin(self, frame: Rendered, content: InputRichMessage | None) -> None:
        """One that was not answered may be there or not, so it is not begun a second time."""
        place = self._place
        method: SendMessage | SendRichMessage = message_of(
            frame, place.chat_id, place.thread_id, place.quoted
        )
        if self._rich is not None and content is not None:
            method = self._rich.begun(content)
        self._place.still_ours()
        sent = await self._bot(method, request_timeout=CALL_TIMEOUT_S)
        await self._begun(sent.message_id)

    async def _begun(self, message_id: int) -> None:
        self.message_id, self._kept = message_id, False
        try:
            self._place.still_ours()
            await self._keep()
        except LeaseLost:  # whoever has the lane by now does not know of it
            self.message_id = None
            await self._bubbles.remove(self._place.key, message_id)
            raise

    async def _keep(self) -> None:
        """A server that is away is told with a later frame. Raises LeaseLost."""
        begun = Begun(self.message_id or 0, self._place.reply_to)
        try:
            self._kept = await self._bubbles.keep(self._place.key, begun)
        except SERVER_TROUBLE as trouble:
            log.debug("a bubble is not kept yet", why=type(trouble).__name__)
        else:
            if not self._kept:
                raise LeaseLost

    async def _edit(self, frame: Rendered, content: InputRichMessage | None) -> None:
        if not self._kept:
            self._place.still_ours()
            await self._keep()
        method = edit_of(frame, self._place.chat_id, self.message_id or 0)
        if self._rich is not None and content is not None:
            method = self._rich.edit(content, self.message_id or 0)
        self._place.still_ours()
        await self._bot(method, request_timeout=CALL_TIMEOUT_S)
