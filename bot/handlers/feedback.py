"""A reaction to an answer, or the button under it, is what its person thinks of it."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from aiogram import Bot, F, Router
from aiogram.types import CallbackQuery, Message, MessageReactionUpdated, ReactionTypeEmoji
from aiogram.types.reaction_type_union import ReactionTypeUnion

from bot.answering_presses import answer_press, change_buttons
from bot.at_once import AtOnce
from bot.chats import chat_key, chat_named
from bot.opinions import OPINION, opinion_buttons, opinion_in
from bot.storing import Storing
from bot.texts import Texts
from workers.feedback import DISLIKED, LIKED, NOTHING_SAID, Feedback
from workers.leases import SERVER_TROUBLE

log = structlog.get_logger()

LIKES = frozenset("👍❤🔥👏💯👌🎉🙏🤩🏆")
DISLIKES = frozenset("👎💩🤮😡")


def opinion_of(reactions: Sequence[ReactionTypeUnion]) -> float:
    """The last reaction that says something; the others say nothing of the answer."""
    for reaction in reversed(reactions):
        if isinstance(reaction, ReactionTypeEmoji):
            if reaction.emoji in LIKES:
                return LIKED
            if reaction.emoji in DISLIKES:
                return DISLIKED
    return NOTHING_SAID


def feedback_router(feedback: Feedback, storing: Storing, at_once: AtOnce, texts: Texts) -> Router:
    router = Router(name="feedback")

    async def noted(chat: str, message_id: int, opinion: float) -> bool:
        """One that cannot be noted now is lost, since it must not hold up messages."""
        try:
            found = await feedback.note(await storing.lane_of(chat), message_id, opinion)
        except SERVER_TROUBLE as trouble:
            log.warning("an opinion was not noted", why=type(trouble).__name__)
            return False
        log.info("an opinion came", noted=found)
        return found

    async def reacted(event: MessageReactionUpdated) -> None:
        """Telegram does not say in which topic: those of topics are not found."""
        chat = chat_named(event.chat.id, None)
        await noted(chat, event.message_id, opinion_of(event.new_reaction))

    async def pressed(query: CallbackQuery, bot: Bot) -> None:
        """The buttons change only when the opinion is noted."""
        shown, opinion = query.message, opinion_in(query.data or "")
        if not isinstance(shown, Message) or opinion is None:
            at_once.begin(answer_press(bot, query))
        elif await noted(chat_key(shown), shown.message_id, opinion):
            at_once.begin(answer_press(bot, query))
            at_once.begin(change_buttons(bot, shown, opinion_buttons(opinion)))
        else:
            lost = texts.say("opinion_lost", query.from_user.language_code or "")
            at_once.begin(answer_press(bot, query, lost))

    router.message_reaction.register(reacted)
    router.callback_query.register(pressed, F.data.startswith(OPINION))
    return router
