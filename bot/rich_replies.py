"""Sends an answer as one rich message, where that is chosen and the server takes it."""

from __future__ import annotations

import structlog
from aiogram.methods import EditMessageText, SendRichMessage
from aiogram.types import InlineKeyboardMarkup, InputRichMessage, ReplyParameters

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
        if self._rich == "off" or reply.notice is not None or reply.cut or reply.edits:
            return None
        if self._rich == "auto" and not wants_rich(reply.text):
            return None
        return rich_source(reply.text)

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
        content = InputRichMessage(markdown=source, is_rtl=runs_right_to_left(source) or None)
        answered = ReplyParameters(message_id=reply_to, allow_sending_without_reply=True)
        method: SendRichMessage | EditMessageText = SendRichMessage(
            chat_id=chat_id,
            message_thread_id=thread_id,
            rich_message=content,
            reply_parameters=answered if reply_to else None,
            reply_markup=buttons,
        )
        if into:
            method = EditMessageText(
                chat_id=chat_id, message_id=into, rich_message=content, reply_markup=buttons
            )
        try:
            return (await self._sending.send(method, still_ours),)
        except NotKnown:
            log.warning("this server knows no rich messages")
            self._rich = "off"
        except (Gone, NotFormatted, NothingVisible, TooLong) as refused:
            log.info("a rich message was refused", why=type(refused).__name__)
        return None
