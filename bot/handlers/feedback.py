"""A reaction to an answer is what its person thinks of it."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from aiogram import Router
from aiogram.types import MessageReactionUpdated, ReactionTypeEmoji
from aiogram.types.reaction_type_union import ReactionTypeUnion

from bot.chats import chat_named
from bot.storing import Storing
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


def feedback_router(feedback: Feedback, storing: Storing) -> Router:
    router = Router(name="feedback")

    async def reacted(event: MessageReactionUpdated) -> None:
        """Telegram does not say in which topic: those of topics are not found. One that cannot be
        noted now is lost, since it must not hold up messages."""
        chat = await storing.lane_of(chat_named(event.chat.id, None))
        try:
            noted = await feedback.note(chat, event.message_id, opinion_of(event.new_reaction))
        except SERVER_TROUBLE as trouble:
            log.warning("a reaction was not noted", why=type(trouble).__name__)
        else:
            log.info("a reaction came", noted=noted)

    router.message_reaction.register(reacted)
    return router
