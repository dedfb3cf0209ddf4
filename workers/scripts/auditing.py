"""The typed functions of the scripts that look for lost work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from memory.conversation import ConversationId
from workers.keys import Keys
from workers.link import Response
from workers.scripts import Runs, _bytes, _list, _run, _text


@dataclass(frozen=True, slots=True)
class Growth:
    """What a conversation gained since it was tended. `grown_bytes` are those stored."""

    last_number: int
    grown_bytes: int
    recipe: str


async def begin_audit(link: Runs, keys: Keys, worker: str, period_ms: int) -> bool:
    """False: somebody audited within that time."""
    return await _run(link, keys, "begin_audit", 0, worker, period_ms) == 1


async def mend_lanes(
    link: Runs, keys: Keys, shard: int, *, cursor: bytes, about: int, lease_ms: int
) -> tuple[bytes, int]:
    """The next cursor (b"0" after the last page), and how many were put back."""
    return _page(await _run(link, keys, "mend_lanes", shard, cursor, about, lease_ms))


async def mend_tending(
    link: Runs, keys: Keys, shard: int, *, cursor: bytes, about: int
) -> tuple[bytes, int]:
    """The next cursor (b"0" after the last page), and how many were put back."""
    return _page(await _run(link, keys, "mend_tending", shard, cursor, about))


async def mend_lane(link: Runs, keys: Keys, chat: str) -> bool:
    """Whether it had to be put in line."""
    return await _run(link, keys, "mend_lane", chat, chat) == 1


async def scan_shard(
    link: Runs, keys: Keys, shard: int, *, cursor: bytes, pattern: str, about: int
) -> tuple[bytes, list[str]]:
    """The next cursor (b"0" after the last page), and names that match."""
    answer = _list(await _run(link, keys, "scan_shard", shard, cursor, pattern, about))
    return _bytes(answer[0]), [_text(name) for name in answer[1:]]


async def idle_lanes(link: Runs, keys: Keys, shard: int, chats: Sequence[str]) -> list[str]:
    return [_text(chat) for chat in _list(await _run(link, keys, "idle_lanes", shard, *chats))]


async def untended(link: Runs, keys: Keys, conversation: ConversationId) -> Growth | None:
    """None: somebody is to tend it, or nothing is to be decided."""
    args = (str(conversation), conversation.number)
    answer = await _run(link, keys, "untended", conversation, *args)
    if answer is None:
        return None
    last, grown, *recipe = _list(answer)
    named = _text(recipe[0]) if recipe and recipe[0] is not None else ""
    return Growth(int(_bytes(last)), cast("int", grown), named)


async def note_audited(
    link: Runs, keys: Keys, conversation: ConversationId, last_number: int, *, ask: bool
) -> bool:
    """Whether it was put in line to be tended."""
    args = (str(conversation), last_number, int(ask))
    return await _run(link, keys, "note_audited", conversation, *args) == 1


def _page(answer: Response) -> tuple[bytes, int]:
    cursor, mended = _list(answer)
    return _bytes(cursor), cast("int", mended)
