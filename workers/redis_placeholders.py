"""Placeholders on the server: another worker finds the message that a killed one began."""

from __future__ import annotations

from workers.keys import Keys
from workers.link import Link
from workers.placeholders import Placeholder
from workers.scripts import load

KEPT_S = 48 * 3600


class RedisPlaceholders:
    """Fulfils Placeholders. Stored as "message_id question" and, once it holds a reply, which."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def of(self, chat: str) -> Placeholder:
        kept = await self._link.call("GET", self._keys.name("placeholder", chat))
        words = kept.decode(errors="replace").split() if isinstance(kept, bytes) else []
        if len(words) not in (2, 3) or not all(word.isdecimal() for word in words[:2]):
            return Placeholder()
        return Placeholder(int(words[0]), int(words[1]), *words[2:])

    async def keep(self, chat: str, placeholder: Placeholder) -> bool:
        script = load("keep_placeholder").script
        name = self._keys.name("placeholder", chat)
        return await self._link.run(script, [name], (*placeholder, KEPT_S)) == 1
