"""An edited message goes through its chat's lane, where it is known what it said before."""

from __future__ import annotations

from dataclasses import replace

from aiogram import Router
from aiogram.types import Message, Update

from bot.addressing import written
from bot.filters import called
from bot.handlers.messages import Intake, turn_of


def edits_router(intake: Intake) -> Router:
    """Commands cannot be taken back by editing them, and what holds no words was not read."""
    router = Router(name="edits")

    async def edited(message: Message, event_update: Update) -> None:
        text = written(message)
        if text.strip() and called(message) is None:
            turn = turn_of(message, event_update.update_id, text)
            await intake.take(message, replace(turn, edited=True, hold_ms=0, half=False))

    router.edited_message.register(edited)
    return router
