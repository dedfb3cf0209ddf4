"""The typed functions of the scripts that an operator's commands run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from workers.keys import Keys
from workers.scripts import Runs, _run


async def requeue_dead(
    link: Runs, keys: Keys, chat: str, *, letter: bytes, update_ids: Sequence[int]
) -> bool:
    """False: there is no such letter any more."""
    return await _run(link, keys, "requeue_dead", chat, chat, letter, *update_ids) == 1


async def purge_dead(link: Runs, keys: Keys, shard: int, letters: Sequence[bytes]) -> int:
    """How many of them there still were."""
    return cast("int", await _run(link, keys, "purge_dead", shard, *letters))
