"""The buckets on the server: one budget for all processes of a bot."""

from __future__ import annotations

from collections.abc import Sequence

from workers.keys import Keys
from workers.scripts import Runs
from workers.scripts.sending import hold, spend
from workers.spending import Bucket, Spent


class RedisSpending:
    """Fulfils Spending; time is the server's."""

    def __init__(self, link: Runs, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    async def spend(
        self, chat: str, buckets: Sequence[Bucket], *, leave: int = 0, in_line: bool = False
    ) -> Spent:
        return await spend(self._link, self._keys, chat, buckets, leave=leave, in_line=in_line)

    async def hold(self, chat: str, bucket: Bucket, seconds: float) -> None:
        await hold(self._link, self._keys, chat, bucket, seconds)
