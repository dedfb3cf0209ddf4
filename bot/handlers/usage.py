"""/usage: what this chat used today and this month. Answered at once, without its lane."""

from __future__ import annotations

from aiogram import Router
from aiogram.types import Message

from bot.at_once import AtOnce
from bot.filters import CommandCalled
from bot.handlers.messages import language
from bot.limiting import Limiting
from bot.texts.usage import usage_page


def usage_router(limiting: Limiting, at_once: AtOnce) -> Router:
    router = Router(name="usage")

    async def usage(message: Message) -> None:
        if message.from_user is not None:
            used, most = await limiting.used(message.from_user.id, message.chat.id)
            at_once.answer(message, usage_page(used, most, language(message)))

    router.message.register(usage, CommandCalled("usage"))
    return router
