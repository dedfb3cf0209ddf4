"""The typed functions of the scripts that an operator's commands run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from workers.keys import Keys
from workers.scripts import Runs, _list, _numbers, _run, _text


async def requeue_dead(
    link: Runs, keys: Keys, chat: str, *, letter: bytes, update_ids: Sequence[int]
) -> bool:
    """False: there is no such letter any more."""
    return await _run(link, keys, "requeue_dead", chat, chat, letter, *update_ids) == 1


async def purge_dead(link: Runs, keys: Keys, shard: int, letters: Sequence[bytes]) -> int:
    """How many of them there still were."""
    return cast("int", await _run(link, keys, "purge_dead", shard, *letters))


async def closed_chats(link: Runs, keys: Keys, shard: int) -> list[str]:
    return [_text(chat) for chat in _list(await _run(link, keys, "closed_chats", shard))]


async def lane_depths(
    link: Runs, keys: Keys, shard: int, most_of_a_sort: int
) -> tuple[list[int], list[str]]:
    """Turns waiting, chats ready, in flight and delayed, memories to tend, dead letters; and the
    chats whose first turn may be the oldest."""
    answer = _list(await _run(link, keys, "lane_depths", shard, most_of_a_sort))
    return _numbers(answer[:6]), sorted({_text(chat) for chat in answer[6:]})


async def first_turn(link: Runs, keys: Keys, chat: str) -> int | None:
    """How many ms ago the lane's first turn came; None when that is not known."""
    age_ms = cast("int", await _run(link, keys, "first_turn", chat))
    return None if age_ms < 0 else age_ms
