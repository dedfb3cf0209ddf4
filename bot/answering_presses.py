"""Tells a person whose button was pressed that it was: without this the button seems stuck."""

from __future__ import annotations

import structlog
from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, InlineKeyboardMarkup, Message

log = structlog.get_logger()

CALL_TIMEOUT_S = 10
MOST_CHARACTERS = 200
"""Telegram shows no longer word over the chat."""


async def answer_press(
    bot: Bot, query: CallbackQuery, text: str | None = None, *, alert: bool = False
) -> None:
    """With a word that is shown for a moment, if there is one, or until it is taken away."""
    try:
        said = text[:MOST_CHARACTERS] if text else None
        await bot.answer_callback_query(
            query.id, said, show_alert=alert, request_timeout=CALL_TIMEOUT_S
        )
    except AiogramError as fault:
        log.debug("a button was not answered", why=type(fault).__name__)


async def change_buttons(bot: Bot, shown: Message, buttons: InlineKeyboardMarkup | None) -> None:
    """None takes them away. That they stay as they were would be no harm."""
    try:
        await bot.edit_message_reply_markup(
            chat_id=shown.chat.id,
            message_id=shown.message_id,
            business_connection_id=shown.business_connection_id,
            reply_markup=buttons,
            request_timeout=CALL_TIMEOUT_S,
        )
    except AiogramError as fault:
        log.debug("buttons were not changed", why=type(fault).__name__)
