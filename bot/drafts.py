"""Streams a reply into a private chat as a draft: with a Stop button, gone when the text comes."""

from __future__ import annotations

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramNotFound,
    TelegramRetryAfter,
)
from aiogram.methods import SendMessageDraft, SendRichMessageDraft
from aiogram.types import InputRichMessage

from bot.entities import entities_of
from bot.frames import Frames, Pace, Place, of_this_frame
from bot.in_flight import InFlight
from bot.parts import frame_aside
from bot.rendered import Rendered
from bot.rich_frames import RichFrames, is_refused_richly

log = structlog.get_logger()

EVERY_S = 1.0
"""Bots that drew faster were refused hundreds of times a day."""
ASK_AGAIN_S = 0.25
"""After a frame that the budget had no room for."""
REFRESH_S = 22.0
"""Telegram takes a draft away 30 seconds after its last change."""
CALL_TIMEOUT_S = 10
LAST_CALL_S = 1.0
NOT_HERE_S = 30.0
"""Between tries where frames are not wanted, or their topic was deleted."""


class DraftsRefused(Exception):
    """Telegram takes no drafts in this chat, or knows none at all."""


class DraftStream:
    """One draft for one reply; `shown` says whether some frame was. Floods only skip frames:
    whoever went on by other calls would be refused for those as well."""

    def __init__(
        self,
        bot: Bot,
        place: Place,
        frames: Frames,
        pace: Pace,
        *,
        rich: RichFrames | None = None,
    ) -> None:
        self._bot = bot
        self._place = place
        self._frames = frames
        self._pace = pace
        self.shown = False
        self._call = InFlight()
        self._rich = rich
        self._plain = False

    async def run(self) -> None:
        """Goes on until it is cancelled. Raises DraftsRefused or LeaseLost."""
        while True:
            text = self._frames.text
            skipped_s = await self._frame(text)
            if skipped_s:
                await self._pace.sleep(max(ASK_AGAIN_S, skipped_s))
            else:
                await self._pace.sleep(EVERY_S)
                rest_s = REFRESH_S - EVERY_S
                await self._frames.unlike_within(text, rest_s, self._pace.sleep)

    async def ended(self) -> None:
        """Return when no frame can be shown any more; not long after `run` was cancelled."""
        await self._call.ended(LAST_CALL_S)

    async def _frame(self, text: str) -> float:
        """Show the end of the text, nothing of it for "Thinking…". 0, or how long nothing is to
        be shown because of a flood."""
        wait_s = await self._pace.budget.frame(self._place.chat_id)
        if wait_s:
            return wait_s
        frame = await frame_aside(text)
        content = None if self._rich is None or frame.blank else self._rich.of(text)
        if self._rich is not None and content is not None:
            return await self._shown_richly(self._rich, content)
        try:
            await self._call.run(self._show(self._draft(frame.plain() if self._plain else frame)))
        except AiogramError as fault:
            return await self._refused(fault, frame)
        self.shown = True
        return 0

    async def _shown_richly(self, rich: RichFrames, content: InputRichMessage) -> float:
        """As `_frame`; what is refused is shown plainly next time."""
        try:
            await self._call.run(self._show(rich.draft(content)))
        except AiogramError as fault:
            if is_refused_richly(fault):
                rich.refused()
                return EVERY_S
            return await self._refused(fault, Rendered(""))
        self.shown = True
        return 0

    async def _show(self, draft: SendMessageDraft | SendRichMessageDraft) -> None:
        self._place.still_ours()
        await self._bot(draft, request_timeout=CALL_TIMEOUT_S)

    def _draft(self, frame: Rendered) -> SendMessageDraft:
        return SendMessageDraft(
            chat_id=self._place.chat_id,
            message_thread_id=self._place.thread_id,
            draft_id=self._place.draft_id,
            text=frame.text,
            entities=entities_of(frame) or None,
            can_stop=True,
            keep_on_stop=bool(frame.text),  # until the message with the same text comes
        )

    async def _refused(self, fault: AiogramError, frame: Rendered) -> float:
        match fault:
            case TelegramRetryAfter():
                await self._pace.budget.hold(self._place.chat_id, fault.retry_after)
                return max(EVERY_S, fault.retry_after)
            case TelegramForbiddenError():
                return NOT_HERE_S
            case TelegramBadRequest() if "thread not found" in fault.message.lower():
                return NOT_HERE_S
            case TelegramBadRequest() if frame.spans and not self._plain and _of_format(fault):
                self._plain = True
            case TelegramBadRequest() if of_this_frame(fault):
                log.warning("a frame was refused")
            case TelegramBadRequest() | TelegramNotFound():
                self.shown = False
                raise DraftsRefused from None
            case _:
                log.debug("a frame was not shown", why=type(fault).__name__)
        return EVERY_S


def _of_format(refused: TelegramBadRequest) -> bool:
    return "entit" in refused.message.lower()
