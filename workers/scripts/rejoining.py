"""The typed function of the script that tells a worker what belongs to the turn it answers."""

from __future__ import annotations

from workers.keys import Keys
from workers.scripts import Runs, _run

MARK = b"+"
"""So begins what it tells; a chat's name alone tells of a stop."""


async def rejoin(link: Runs, keys: Keys, chat: str, *, turn: int, other: int) -> None:
    channel = keys.name("control", chat)
    await _run(link, keys, "rejoin", chat, chat, turn, other, channel)


def told_of(message: bytes) -> tuple[str, int]:
    """The chat, and the fence of the lease under which it is answered."""
    fence, _, chat = message.removeprefix(MARK).partition(b" ")
    return chat.decode(), int(fence)
