"""An answer that will be a rich message, as one while it streams."""

from __future__ import annotations

from aiogram.exceptions import AiogramError, TelegramBadRequest, TelegramNotFound
from aiogram.methods import EditMessageText, SendRichMessage, SendRichMessageDraft
from aiogram.types import InputRichMessage

from bot.frames import Place
from bot.messages import rich_edit_of, rich_message_of
from bot.rich_replies import RichReplies


class RichFrames:
    """Of one reply. The first frame that Telegram refuses is the last one."""

    def __init__(self, replies: RichReplies, place: Place) -> None:
        self._replies = replies
        self._place = place
        self._refused = False

    def of(self, text: str) -> InputRichMessage | None:
        """None where a frame is to be plain: the answer so far wants nothing else, or is too long
        for a rich message, as its end will be."""
        return None if self._refused else self._replies.content_of(text)

    def refused(self) -> None:
        self._refused = True

    def draft(self, content: InputRichMessage) -> SendRichMessageDraft:
        return SendRichMessageDraft(
            chat_id=self._place.chat_id,
            message_thread_id=self._place.thread_id,
            draft_id=self._place.draft_id,
            rich_message=content,
            can_stop=True,
            keep_on_stop=True,
        )

    def begun(self, content: InputRichMessage) -> SendRichMessage:
        place = self._place
        return rich_message_of(content, place.chat_id, place.thread_id, place.quoted)

    def edit(self, content: InputRichMessage, message_id: int) -> EditMessageText:
        return rich_edit_of(content, self._place.chat_id, message_id)


def is_refused_richly(fault: AiogramError) -> bool:
    """A plain frame might be taken instead."""
    if isinstance(fault, TelegramNotFound):
        return True
    said = str(fault).lower()
    here = "thread not found" not in said and "not modified" not in said
    return isinstance(fault, TelegramBadRequest) and here
