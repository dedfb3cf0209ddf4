"""Which supergroup was which group, on the server: the same for all processes of a bot."""

from __future__ import annotations

from workers.keys import Keys
from workers.link import Link


class RedisMoves:
    """Fulfils Moves."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._name = keys.name("moved")

    async def former(self, chat_id: int) -> int | None:
        group = await self._link.call("HGET", self._name, str(chat_id))
        return int(group) if isinstance(group, bytes) else None

    async def moved(self, group: int, supergroup: int) -> None:
        await self._link.call("HSET", self._name, str(supergroup), str(group))
