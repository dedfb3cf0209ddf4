"""The Stop button of a draft: the model's stream is closed, what was shown stays."""

from __future__ import annotations

from aiogram import Router
from aiogram.types import MessageGenerationStopped

from bot.chats import chat_named
from bot.storing import Storing


def stopping_router(storing: Storing) -> Router:
    router = Router(name="stopping")

    async def stopped(event: MessageGenerationStopped) -> None:
        """A draft's id is the update id of the turn it answers. The turns that wait behind it go
        on, and a press that comes late stops nothing."""
        chat = chat_named(event.chat.id, event.message_thread_id)
        await storing.stop(chat, event.draft_id + 1)

    router.stopped_message_generation.register(stopped)
    return router
