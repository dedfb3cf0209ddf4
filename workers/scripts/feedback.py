"""The typed function of the script that notes what a person thinks of an answer."""

from __future__ import annotations

from memory.conversation import ConversationId
from workers.keys import Keys
from workers.scripts import Runs, _run


async def set_feedback(
    link: Runs, keys: Keys, conversation: ConversationId, message_id: int, feedback: float
) -> bool:
    """False: none of the newest 2,000 replies has this message."""
    args = (conversation.number, message_id, f"{feedback:g}")
    return await _run(link, keys, "set_feedback", conversation, *args) == 1
