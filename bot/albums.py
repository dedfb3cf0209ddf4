"""An album comes as one message per item, and only some of them have captions: whether it has words
at all is known once its last item has come."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.holding import COMPANY_MS


@dataclass(slots=True)
class Albums:
    """By media_group_id, the newest `most` of them. `sleep` is asyncio.sleep but for tests."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    most: int = 10_000
    _seen: OrderedDict[str, bool] = field(default_factory=OrderedDict)

    def captioned(self, album: str) -> None:
        self._keep(album, has_words=True)

    def begun(self, album: str) -> bool:
        """Whether this is the first that is seen of an album, of which nothing has words."""
        if album in self._seen:
            return False
        self._keep(album, has_words=False)
        return True

    async def stays_wordless(self, album: str) -> bool:
        """Once its last item has come."""
        await self.sleep(COMPANY_MS / 1000)
        return not self._seen.get(album, False)

    def _keep(self, album: str, *, has_words: bool) -> None:
        self._seen[album] = has_words
        self._seen.move_to_end(album)
        while len(self._seen) > self.most:
            self._seen.popitem(last=False)
