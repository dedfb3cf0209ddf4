"""Memories on a server for programs without lanes: LangChain chains, scripts, notebooks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from memory.conversation import ConversationId, Exchange
from memory.store import MemoryConflict
from workers.card_rows import row_of
from workers.drivers import LinkOptions, open_link
from workers.eviction import check_eviction
from workers.keys import Keys
from workers.link import Link
from workers.local_tending import LocalTending
from workers.packing import pack
from workers.redis_store import RedisStore
from workers.redis_vectors import RedisVectors
from workers.schema import check_schema
from workers.scripts.appending import append_exchange


class ServerStore(RedisStore):
    """A RedisStore that exchanges can be appended to; `home` is the event loop that its
    connections belong to."""

    def __init__(self, link: Link, keys: Keys) -> None:
        super().__init__(link, keys)
        self._own_link, self._own_keys = link, keys
        self.vectors = RedisVectors(link, keys)
        self.tending = LocalTending()
        self.home = asyncio.get_running_loop()

    async def add(self, conversation: ConversationId, exchange: Exchange) -> None:
        """The KeepsExchanges port."""
        added = await append_exchange(
            self._own_link,
            self._own_keys,
            conversation,
            number=exchange.number,
            exchange=pack(exchange.to_json()),
            card=row_of(exchange),
        )
        if not added:
            raise MemoryConflict


@asynccontextmanager
async def open_store(
    url: str, *, prefix: str = "hafez", name: str = "langchain", options: LinkOptions | None = None
) -> AsyncIterator[ServerStore]:
    """The store at this Redis or Valkey address (see REDIS_URL in .env.example). `prefix` and
    `name` begin its keys, as a bot's id does for a bot. Raises what workers.backend does."""
    link = await open_link(url, options or LinkOptions())
    try:
        await check_eviction(link)
        keys = Keys(prefix=prefix, bot=name)
        await check_schema(link, keys)
        yield ServerStore(link, keys)
    finally:
        await link.close()
