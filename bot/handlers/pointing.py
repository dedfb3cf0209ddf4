"""Buttons under what is remembered that need no lane: one shows where something was said, by a
reply to that very message, one takes a question back."""

from __future__ import annotations

import structlog
from aiogram import Bot, F, Router
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, Message

from bot.at_once import AtOnce
from bot.chats import chat_key
from bot.memory_buttons import KEEP, WHERE, message_of
from bot.texts import Texts

log = structlog.get_logger()

CALL_TIMEOUT_S = 10


def pointing_router(at_once: AtOnce, texts: Texts) -> Router:
    router = Router(name="pointing")

    async def where(query: CallbackQuery, bot: Bot) -> None:
        shown, wanted = query.message, message_of(query.data or "")
        if isinstance(shown, Message) and wanted:
            at_once.begin(_point(at_once, texts, query, shown, wanted))
        else:
            at_once.begin(_answer(bot, query))

    async def keep(query: CallbackQuery, bot: Bot) -> None:
        at_once.begin(_answer(bot, query, without_buttons=query.message))

    router.callback_query.register(where, F.data.startswith(WHERE))
    router.callback_query.register(keep, F.data == KEEP)
    return router


async def _point(
    at_once: AtOnce, texts: Texts, query: CallbackQuery, shown: Message, wanted: int
) -> None:
    """The message may be in this chat alone: nothing else can be replied to from here."""
    language = query.from_user.language_code or ""
    here = texts.say("where_here", language)
    there = await at_once.reply(chat_key(shown), here, to=wanted)
    if query.bot is not None:
        gone = None if there else texts.say("where_gone", language)
        await _answer(query.bot, query, gone)


async def _answer(
    bot: Bot, query: CallbackQuery, text: str | None = None, *, without_buttons: object = None
) -> None:
    """Without this the button seems to be stuck; that others stay would be no harm."""
    try:
        await bot.answer_callback_query(
            query.id, text, show_alert=bool(text), request_timeout=CALL_TIMEOUT_S
        )
        if isinstance(without_buttons, Message):
            await bot.edit_message_reply_markup(
                chat_id=without_buttons.chat.id,
                message_id=without_buttons.message_id,
                business_connection_id=without_buttons.business_connection_id,
                request_timeout=CALL_TIMEOUT_S,
            )
    except AiogramError as fault:
        log.debug("a button was not answered", why=type(fault).__name__)
