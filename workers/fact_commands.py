"""The command /facts: what is kept word for word, with its sources."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from memory.facts_page import FactsPage, facts_page
from memory.store import ChatMemory
from workers.jobs import Notice, Turn
from workers.unread import Read, with_bodies

_PAGE = re.compile(r"(?:^|\s)(?:p|ص|第|с)\s?(\d{1,4})\s?页?$")

Told = tuple[Notice, Mapping[str, Any]]
Result = TypeVar("Result")


async def facts(turn: Turn, memory: ChatMemory, read: Read) -> Told:
    """ "/facts", "/facts lamp", "/facts lamp p2"."""
    asked = turn.text.strip()
    found = _PAGE.search(asked)
    words = asked[: found.start()].strip() if found else asked
    page = await looked(memory, partial(_page, words, int(found[1]) if found else 1), read)
    return Notice.FACTS_PAGE, {**asdict(page), "chat": turn.chat}


def _page(words: str, number: int, memory: ChatMemory) -> FactsPage:
    return facts_page(memory, words, number)


async def looked(memory: ChatMemory, look: Callable[[ChatMemory], Result], read: Read) -> Result:
    """What a look at the memory finds, off the event loop and with the bodies that it wants."""

    async def work(seen: ChatMemory) -> Result:
        return await asyncio.to_thread(look, seen)

    return await with_bodies(memory, work, read)
