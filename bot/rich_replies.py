"""Sends an answer as one rich message, where that is chosen and the server takes it."""

from __future__ import annotations

import structlog
from aiogram.methods import EditMessageText, SendRichMessage
from aiogram.types import InlineKeyboardMarkup, InputRichMessage

from bot.messages import rich_edit_of, rich_message_of
from bot.rich import Rich, rich_source, runs_right_to_left, wants_rich
from bot.sending import Gone, NotFormatted, NothingVisible, NotKnown, Sending, TooLong
from workers.jobs import Reply
from workers.replier import StillOurs

log = structlog.get_logger()


class RichReplies:
    """`rich`: auto only for tables, formulas and details. Off for good once the server says that
    it knows none."""

    def __init__(self, sending: Sending, rich: Rich) -> None:
        self._sending = sending
        self._rich: Rich = rich

    def source_of(self, reply: Reply) -> str | None:
        """None: it is not to be sent richly."""
        if reply.notice is not None or reply.cut or reply.edits:
            return None
        return self._source(reply.text)

    def content_of(self, text: str) -> InputRichMessage | None:
        """Of an answer as far as it is written; None where it is to be shown plainly."""
        source = self._source(text)
        return None if source is None else _content(source)

    def _source(self, text: str) -> str | None:
        if self._rich == "off" or (self._rich == "auto" and not wants_rich(text)):
            return None
        return rich_source(text)

    async def send(
        self,
        source: str,
        chat_id: int,
        thread_id: int | None,
        *,
        reply_to: int,
        into: int,
        buttons: InlineKeyboardMarkup | None,
        still_ours: StillOurs,
    ) -> tuple[int, ...] | None:
        """The message's id; None when it is to be sent plainly instead. Raises what Sending
        raises besides."""
        content = _content(source)
        method: SendRichMessage | EditMessageText = rich_message_of(
            content, chat_id, thread_id, reply_to, buttons
        )
        if into:
            method = rich_edit_of(content, chat_id, into, buttons)
        try:
            return (await self._sending.send(method, still_ours),)
        except NotKnown:
            log.warning("this server knows no rich messages")
            self._rich = "off"
        except (Gone, NotFormatted, NothingVisible, TooLong) as refused:
            log.info("a rich message was refused", why=type(refused).__name__)
        return None


def _content(source: str) -> InputRichMessage:
    return InputRichMessage(markdown=source, is_rtl=runs_right_to_left(source) or None)
