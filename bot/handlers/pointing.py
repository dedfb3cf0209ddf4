"""Buttons under what is remembered that need no lane: one shows where something was said, by a
reply to that very message, one takes a question back."""

from __future__ import annotations

from aiogram import Bot, F, Router
from aiogram.types import CallbackQuery, Message

from bot.answering_presses import answer_press, change_buttons
from bot.at_once import AtOnce
from bot.chats import chat_key
from bot.memory_buttons import KEEP, WHERE, message_of
from bot.texts import Texts


def pointing_router(at_once: AtOnce, texts: Texts) -> Router:
    router = Router(name="pointing")

    async def where(query: CallbackQuery, bot: Bot) -> None:
        shown, wanted = query.message, message_of(query.data or "")
        if isinstance(shown, Message) and wanted:
            at_once.begin(_point(at_once, texts, query, shown, wanted))
        else:
            at_once.begin(answer_press(bot, query))

    async def keep(query: CallbackQuery, bot: Bot) -> None:
        at_once.begin(answer_press(bot, query))
        if isinstance(query.message, Message):
            at_once.begin(change_buttons(bot, query.message, None))

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
        await answer_press(query.bot, query, gone, alert=gone is not None)
