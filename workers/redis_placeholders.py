"""Placeholders on the server: another worker finds the message that a killed one began."""

from __future__ import annotations

from workers.keys import Keys
from workers.link import Link
from workers.placeholders import Placeholder

KEPT_S = 48 * 3600


class RedisPlaceholders:
    """Fulfils Placeholders."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def of(self, chat: str) -> Placeholder:
        kept = await self._link.call("GET", self._keys.name("placeholder", chat))
        numbers = kept.split() if isinstance(kept, bytes) else []
        if len(numbers) != 2 or not all(number.isdigit() for number in numbers):
            return Placeholder()
        return Placeholder(int(numbers[0]), int(numbers[1]))

    async def keep(self, chat: str, placeholder: Placeholder) -> None:
        name = self._keys.name("placeholder", chat)
        await self._link.call("SET", name, "{} {}".format(*placeholder), "EX", KEPT_S)
