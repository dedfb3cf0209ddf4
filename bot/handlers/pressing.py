"""Buttons that stand for a command: pressing one goes through the chat's lane like typing it."""

from __future__ import annotations

from datetime import UTC, datetime

from aiogram import Bot, F, Router
from aiogram.types import CallbackQuery, Message, Update

from bot.answering_presses import answer_press
from bot.buttons import PRESSED, command_of
from bot.chats import chat_key
from bot.handlers.messages import Intake
from memory.conversation import Sender
from workers.jobs import Turn


def pressing_router(intake: Intake) -> Router:
    router = Router(name="pressing")

    async def pressed(query: CallbackQuery, event_update: Update, bot: Bot) -> None:
        """What the data says is no more than its sender may type. A message that is too old to be
        seen has no chat that could be known with its topic."""
        shown, said = query.message, command_of(query.data or "")
        if isinstance(shown, Message) and said is not None:
            person = query.from_user
            turn = Turn(
                chat=chat_key(shown),
                update_id=event_update.update_id,
                text=said.words,
                sent_at=datetime.now(UTC),
                sender=Sender(str(person.id), person.full_name),
                command=said.command,
                language=person.language_code or "",
            )
            await intake.take(shown, turn)
        intake.at_once.begin(answer_press(bot, query))

    router.callback_query.register(pressed, F.data.startswith(PRESSED))
    return router
