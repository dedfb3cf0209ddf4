"""The typed functions of the script that tells a worker what came with the turn it answers, or was
said beside it."""

from __future__ import annotations

from workers.keys import Keys
from workers.scripts import Runs, _run

TOGETHER, BESIDE = b"+", b"~"
"""So begins what it tells; a chat's name alone tells of a stop."""


async def rejoin(link: Runs, keys: Keys, chat: str, *, turn: int, other: int) -> None:
    channel = keys.name("control", chat)
    await _run(link, keys, "rejoin", chat, chat, channel, turn, other)


async def beside(link: Runs, keys: Keys, chat: str) -> None:
    await _run(link, keys, "rejoin", chat, chat, keys.name("control", chat), "", "")


def told_of(message: bytes) -> tuple[str, int]:
    """The chat, and the fence of the lease under which it is answered."""
    fence, _, chat = message[1:].partition(b" ")
    return chat.decode(), int(fence)
