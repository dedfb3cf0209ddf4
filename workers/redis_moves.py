"""Which supergroup was which group, on the server: the same for all processes of a bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from workers.keys import Keys
from workers.link import Link
from workers.moves import MOST_GROUPS

MARK = "="
"""So begins a group's title, which stands where a supergroup has the id of its group."""


class RedisMoves:
    """Fulfils Moves."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._name = keys.name("moved")

    async def former(self, chat_id: int) -> int | None:
        group = await self._link.call("HGET", self._name, str(chat_id))
        if not isinstance(group, bytes) or group.startswith(MARK.encode()):
            return None
        return int(group)

    async def moved(self, group: int, supergroup: int) -> None:
        """First what matters; a title that stays is only asked for once more."""
        await self._link.call("HSET", self._name, str(supergroup), str(group))
        await self._link.call("HDEL", self._name, str(group))

    async def seen(self, group: int, title: str) -> None:
        fields = await self._link.call("HLEN", self._name)
        if isinstance(fields, int) and fields < MOST_GROUPS:
            await self._link.call("HSET", self._name, str(group), MARK + title)

    async def groups(self) -> Mapping[int, str]:
        stored = await self._link.call("HGETALL", self._name)
        texts = [part.decode() for part in cast("list[bytes]", stored)]
        pairs = zip(texts[::2], texts[1::2], strict=True)
        return {int(id_): value[1:] for id_, value in pairs if value.startswith(MARK)}
