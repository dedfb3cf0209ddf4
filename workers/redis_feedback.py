"""Feedback on the server, where the exchanges are."""

from __future__ import annotations

from memory.conversation import ConversationId
from workers.keys import Keys
from workers.link import Link
from workers.redis_opening import settings_of
from workers.scripts import chat_settings
from workers.scripts.feedback import set_feedback

LOOKED_BACK = 2
"""So many conversations before the current one: people react to what /new has just left."""


class RedisFeedback:
    """Fulfils Feedback."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def note(self, chat: str, message_id: int, feedback: float) -> bool:
        current = settings_of(await chat_settings(self._link, self._keys, chat)).conversation
        for number in range(current, max(0, current - 1 - LOOKED_BACK), -1):
            conversation = ConversationId(chat, number)
            if await set_feedback(self._link, self._keys, conversation, message_id, feedback):
                return True
        return False
