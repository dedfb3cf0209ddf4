"""A chat's conversations: the list of them, and going back to an earlier one with /chats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from memory.conversation import ConversationId
from memory.log import log_of
from memory.store import ChatMemory
from workers.choices import Chosen
from workers.jobs import ChatSettings, Notice, Turn
from workers.unread import Read, with_bodies

Load = Callable[[ConversationId], Awaitable[ChatMemory]]

MOST_LISTED = 10
LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Listed:
    """title: how it began · day: of its last answer, as an ISO date in UTC."""

    number: int
    title: str
    exchanges: int
    day: str


async def chats(turn: Turn, settings: ChatSettings, load: Load, read: Read) -> Chosen:
    """ "/chats" lists the newest, "/chats 2" goes back to one. What was erased is not listed."""
    wanted = turn.text.strip()
    if wanted:
        return await _resumed(wanted, turn, settings, load)
    listed: list[Listed] = []
    for number in range(settings.last_conversation, 0, -1):
        if len(listed) < MOST_LISTED:
            memory = await load(ConversationId(turn.chat, number))
            listed += [await with_bodies(memory, _listed, read)] if memory.exchanges else []
    values = {"current": settings.conversation, "chats": [asdict(each) for each in listed]}
    return Chosen(Notice.CHATS_LIST, values)


async def _resumed(wanted: str, turn: Turn, settings: ChatSettings, load: Load) -> Chosen:
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else 0
    if 1 <= number <= settings.last_conversation:
        memory = await load(ConversationId(turn.chat, number))
        if memory.exchanges or number == settings.conversation:
            values = {"conversation": number, "exchanges": len(memory.exchanges)}
            return Chosen(Notice.CHAT_RESUMED, values, settings.at(number))
    return Chosen(Notice.CHAT_UNKNOWN, {"wanted": wanted})


async def _listed(memory: ChatMemory) -> Listed:
    """Touches the body of the first exchange."""
    log = log_of(memory.exchanges)
    title = " ".join(log[0].user.split())
    return Listed(
        number=memory.conversation.number,
        title=title if len(title) <= LONGEST_TITLE else title[:LONGEST_TITLE] + "…",
        exchanges=len(log),
        day=log.answered_at(log.numbers[-1]).date().isoformat(),
    )
