"""Does work on a memory of whose log not every body was read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from memory.log import Unread, log_of
from memory.store import ChatMemory

MOST_TRIES = 6
"""Work that goes back through the log asks for 32 bodies more each time; a prompt holds few
hundred. Then all are read."""

Result = TypeVar("Result")
Read = Callable[[ChatMemory, Sequence[int]], Awaitable[ChatMemory]]
"""MemoryStore.read, or its like."""


async def with_bodies(
    memory: ChatMemory, work: Callable[[ChatMemory], Awaitable[Result]], read: Read
) -> Result:
    """What `work` gives. It is done again for as long as it touches bodies that were not read,
    so it must change nothing before it is done."""
    for _ in range(MOST_TRIES):
        try:
            return await work(memory)
        except Unread as unread:
            memory = await read(memory, unread.numbers)
    return await work(await read(memory, log_of(memory.exchanges).unread))
