"""The button under an answer that went wrong: the same question is asked again, as a new turn."""

from __future__ import annotations

from datetime import UTC, datetime

import structlog
from aiogram import Bot, F, Router
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, Message, Update

from bot.addressing import written
from bot.buttons import RETRY
from bot.chats import chat_key
from bot.handlers.messages import Intake
from bot.seldom import Seldom
from memory.conversation import Sender
from workers.jobs import Turn

log = structlog.get_logger()

CALL_TIMEOUT_S = 10


def retrying_router(intake: Intake) -> Router:
    router = Router(name="retrying")
    pressed = Seldom(every_s=60)

    async def retry(query: CallbackQuery, event_update: Update, bot: Bot) -> None:
        """The question is the message that the answer quotes. A button pressed twice asks once."""
        shown, code = query.message, query.from_user.language_code or ""
        question = shown.reply_to_message if isinstance(shown, Message) else None
        if not isinstance(shown, Message) or question is None or not written(question).strip():
            gone = intake.texts.say("retry_gone", code)
            intake.at_once.begin(_answer(bot, query, gone))
            return
        if pressed.due((shown.chat.id, shown.message_id)):
            await intake.take(shown, _again(query, shown, question, event_update.update_id))
        intake.at_once.begin(_answer(bot, query, None, shown))

    router.callback_query.register(retry, F.data == RETRY)
    return router


def _again(query: CallbackQuery, shown: Message, question: Message, update_id: int) -> Turn:
    person = query.from_user
    return Turn(
        chat=chat_key(shown),
        update_id=update_id,
        text=written(question),
        sent_at=datetime.now(UTC),
        sender=Sender(str(person.id), person.full_name),
        message_ids=(question.message_id,),
        language=person.language_code or "",
    )


async def _answer(
    bot: Bot, query: CallbackQuery, text: str | None, without_button: Message | None = None
) -> None:
    """Without this the button seems to be stuck; that it stays there would be no harm."""
    try:
        await bot.answer_callback_query(query.id, text, request_timeout=CALL_TIMEOUT_S)
        if without_button is not None:
            await bot.edit_message_reply_markup(
                chat_id=without_button.chat.id,
                message_id=without_button.message_id,
                business_connection_id=without_button.business_connection_id,
                request_timeout=CALL_TIMEOUT_S,
            )
    except AiogramError as fault:
        log.debug("a button was not answered", why=type(fault).__name__)
