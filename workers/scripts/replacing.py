"""The typed function of the script that puts an exchange in the place of another."""

from __future__ import annotations

from memory.conversation import ConversationId
from workers.keys import Keys
from workers.scripts import Runs, _run


async def replace_exchange(
    link: Runs,
    keys: Keys,
    conversation: ConversationId,
    *,
    number: int,
    exchange: bytes,
    card: bytes,
) -> bool:
    """False: there is none of this number any more."""
    return await _run(link, keys, "replace_exchange", conversation, number, exchange, card) == 1
