"""The typed function of the script that appends an exchange without a lane."""

from __future__ import annotations

from memory.conversation import ConversationId
from workers.keys import Keys
from workers.scripts import Runs, _run


async def append_exchange(
    link: Runs,
    keys: Keys,
    conversation: ConversationId,
    *,
    number: int,
    exchange: bytes,
    card: bytes,
) -> bool:
    """False: the number is not the next one."""
    return await _run(link, keys, "append_exchange", conversation, number, exchange, card) == 1
