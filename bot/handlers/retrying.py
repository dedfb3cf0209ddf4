"""The button under an answer that went wrong: the same question is asked again, as a new turn."""

from __future__ import annotations

from datetime import UTC, datetime

from aiogram import Bot, F, Router
from aiogram.types import CallbackQuery, Message, Update

from bot.addressing import written
from bot.answering_presses import answer_press, change_buttons
from bot.buttons import RETRY
from bot.chats import chat_key
from bot.handlers.messages import Intake
from bot.quoting import forwarded_from
from bot.seldom import Seldom
from memory.conversation import Sender
from workers.jobs import Command, Turn
from workers.quoted import Quoted


def retrying_router(intake: Intake) -> Router:
    router = Router(name="retrying")
    pressed = Seldom(every_s=60)

    async def retry(query: CallbackQuery, event_update: Update, bot: Bot) -> None:
        """The question is the message that the answer quotes. A button pressed twice asks once."""
        shown, code = query.message, query.from_user.language_code or ""
        question = shown.reply_to_message if isinstance(shown, Message) else None
        if not isinstance(shown, Message) or question is None or not written(question).strip():
            gone = intake.texts.say("retry_gone", code)
            intake.at_once.begin(answer_press(bot, query, gone))
        elif pressed.due((shown.chat.id, shown.message_id)):
            await intake.take(shown, _again(query, shown, question, event_update.update_id))
            intake.at_once.begin(answer_press(bot, query))
            intake.at_once.begin(change_buttons(bot, shown, None))
        else:
            twice = intake.texts.say("retry_twice", code)
            intake.at_once.begin(answer_press(bot, query, twice))

    router.callback_query.register(retry, F.data == RETRY)
    return router


def _again(query: CallbackQuery, shown: Message, question: Message, update_id: int) -> Turn:
    """Of a question in several messages only the last is seen here; workers know the others."""
    person = query.from_user
    return Turn(
        chat=chat_key(shown),
        update_id=update_id,
        text="",
        command=Command.RETRY,
        sent_at=datetime.now(UTC),
        sender=Sender(str(person.id), person.full_name),
        message_ids=(question.message_id,),
        language=person.language_code or "",
        forwarded_from=forwarded_from(question),
        quoted=Quoted(written(question), message_id=question.message_id),
    )
