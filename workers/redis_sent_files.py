"""On the server: which messages hold the files of /export."""

from __future__ import annotations

from collections.abc import Sequence

from workers.keys import Keys
from workers.link import Link
from workers.sent_files import MOST_KEPT


class RedisSentFiles:
    """Fulfils SentFiles."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def note(self, chat: str, message_id: int) -> None:
        name = self._keys.name("exported", chat)
        await self._link.call("LPUSH", name, message_id)
        await self._link.call("LTRIM", name, 0, MOST_KEPT - 1)

    async def of(self, chat: str) -> Sequence[int]:
        """Each once, though it may have been noted twice."""
        kept = await self._link.call("LRANGE", self._keys.name("exported", chat), 0, -1)
        ids = kept if isinstance(kept, list) else []
        return tuple(dict.fromkeys(int(i) for i in ids if isinstance(i, bytes) and i.isdigit()))

    async def forget(self, chat: str) -> None:
        await self._link.call("DEL", self._keys.name("exported", chat))
