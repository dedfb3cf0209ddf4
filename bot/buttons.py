"""The buttons under our messages."""

from __future__ import annotations

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.texts.page import TEXTS
from workers.jobs import Notice, Reply

RETRY = "retry"
WENT_WRONG = frozenset(
    {Notice.EMPTY_ANSWER, Notice.MODEL_UNAVAILABLE, Notice.MODEL_REFUSED, Notice.FAILED}
)


def buttons_of(reply: Reply) -> InlineKeyboardMarkup | None:
    """What went wrong can be asked again, as far as it is known which message asked."""
    if not reply.reply_to or not (reply.notice in WENT_WRONG or reply.ended_by_model):
        return None
    again = TEXTS.say("retry_button", reply.language)
    button = InlineKeyboardButton(text=again, callback_data=RETRY)
    return InlineKeyboardMarkup(inline_keyboard=[[button]])
