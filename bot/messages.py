"""A rendered part as the call that sends it, or puts it into a message that is there."""

from __future__ import annotations

from aiogram.methods import EditMessageText, SendMessage, SendRichMessage
from aiogram.types import (
    InlineKeyboardMarkup,
    InputRichMessage,
    LinkPreviewOptions,
    ReplyParameters,
)

from bot.entities import entities_of
from bot.rendered import Rendered


def message_of(
    part: Rendered,
    chat_id: int,
    thread_id: int | None = None,
    reply_to: int = 0,
    buttons: InlineKeyboardMarkup | None = None,
) -> SendMessage:
    """reply_to: the message that is answered, 0 for none; it may have been deleted."""
    answered = ReplyParameters(message_id=reply_to, allow_sending_without_reply=True)
    return SendMessage(
        chat_id=chat_id,
        message_thread_id=thread_id,
        text=part.text,
        entities=entities_of(part) or None,
        reply_parameters=answered if reply_to else None,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        reply_markup=buttons,
    )


def edit_of(
    part: Rendered, chat_id: int, message_id: int, buttons: InlineKeyboardMarkup | None = None
) -> EditMessageText:
    return EditMessageText(
        chat_id=chat_id,
        message_id=message_id,
        text=part.text,
        entities=entities_of(part) or None,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        reply_markup=buttons,
    )


def rich_message_of(
    content: InputRichMessage,
    chat_id: int,
    thread_id: int | None = None,
    reply_to: int = 0,
    buttons: InlineKeyboardMarkup | None = None,
) -> SendRichMessage:
    """reply_to: as in message_of."""
    answered = ReplyParameters(message_id=reply_to, allow_sending_without_reply=True)
    return SendRichMessage(
        chat_id=chat_id,
        message_thread_id=thread_id,
        rich_message=content,
        reply_parameters=answered if reply_to else None,
        reply_markup=buttons,
    )


def rich_edit_of(
    content: InputRichMessage,
    chat_id: int,
    message_id: int,
    buttons: InlineKeyboardMarkup | None = None,
) -> EditMessageText:
    return EditMessageText(
        chat_id=chat_id, message_id=message_id, rich_message=content, reply_markup=buttons
    )
