"""The scripts that run on the server: one typed function for each, beside its .lua file.

A script's keys are those that the KEYS lines on its top name, so that what is declared, what is
said and what is used cannot differ. A script with a line "KEYS of each" serves many calls at once
(batches.py). All scripts may be repeated. The functions raise what the
link raises: OutcomeUnknown when the answer was lost, ServerSaidNo when the server refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from memory.conversation import ConversationId
from workers.keys import Keys, Owner
from workers.link import Argument, Response, Script
from workers.scripts.sharing import with_what_it_uses

_HERE = Path(__file__).parent
_SHARED = "lane_record"


class Runs(Protocol):
    """What scripts want of a link."""

    async def run(
        self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()
    ) -> Response: ...


@dataclass(frozen=True, slots=True)
class Claim:
    """The lease of a lane or of a tending, by the chat's or the conversation's name."""

    name: str
    fence: int
    attempts: int


class Loaded(NamedTuple):
    """A script, with what it uses of what is shared, and what its keys hold, in their order: once,
    and for each of the calls it serves."""

    script: Script
    holds: tuple[str, ...]
    holds_of_each: tuple[str, ...]


def names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _HERE.glob("*.lua") if path.stem != _SHARED))


@cache
def load(name: str) -> Loaded:
    own = (_HERE / f"{name}.lua").read_text(encoding="utf-8")
    shared = (_HERE / f"{_SHARED}.lua").read_text(encoding="utf-8")
    script = Script(name, with_what_it_uses(own, shared))
    return Loaded(script, _declared("KEYS", own), _declared("KEYS of each", own))


def _declared(title: str, source: str) -> tuple[str, ...]:
    line = re.search(rf"^-- {title}: (.+)$", source, re.MULTILINE)
    return tuple(line[1].split()) if line else ()


async def _run(link: Runs, keys: Keys, name: str, owner: Owner, *args: Argument) -> Response:
    script, holds, _ = load(name)
    return await link.run(script, keys.names(holds, owner), args)


async def put(
    link: Runs,
    keys: Keys,
    chat: str,
    *,
    update_id: int,
    turn: bytes,
    most: int,
    most_in_shard: int,
    hold_ms: int,
    longest_hold_ms: int,
) -> str:
    args = (chat, update_id, turn, most, most_in_shard, hold_ms, longest_hold_ms)
    return _text(await _run(link, keys, "put", chat, *args))


async def stop(link: Runs, keys: Keys, chat: str, before: int) -> tuple[bool, int]:
    """Whether a turn was running, and how many waiting ones were dropped."""
    channel = keys.name("control", chat)
    running, dropped = _numbers(await _run(link, keys, "stop", chat, chat, before, channel))
    return running == 1, dropped


async def chat_settings(link: Runs, keys: Keys, chat: str) -> dict[str, bytes]:
    return _fields(_list(await _run(link, keys, "chat_settings", chat)))


async def beat(
    link: Runs, keys: Keys, shard: int, lease_ms: int, leases: Sequence[tuple[str, int]]
) -> list[int]:
    """For each lease 0 renewed, 1 lost, 2 renewed but its turn was stopped."""
    pairs = (part for lease in leases for part in lease)
    return _numbers(await _run(link, keys, "beat", shard, lease_ms, *pairs))


async def drop(link: Runs, keys: Keys, chat: str, fence: int, update_ids: Sequence[int]) -> bool:
    """False: the lease was lost."""
    return await _run(link, keys, "drop", chat, chat, fence, *update_ids) == 1


async def close_lane(link: Runs, keys: Keys, chat: str, fence: int) -> int:
    """How many waiting turns were dropped; -1: the lease was lost."""
    return cast("int", await _run(link, keys, "close_lane", chat, chat, fence))


async def mark_sent(
    link: Runs, keys: Keys, chat: str, fence: int, *, part: int, message_ids: bytes
) -> bool:
    """False: the lease was lost."""
    return await _run(link, keys, "mark_sent", chat, chat, fence, part, message_ids) == 1


async def fail(
    link: Runs,
    keys: Keys,
    chat: str,
    fence: int,
    *,
    update_ids: Sequence[int],
    reason: str,
    retry_in_ms: int | None,
    notice: bytes,
) -> str:
    back_off = "" if retry_in_ms is None else retry_in_ms
    args = (chat, fence, reason, back_off, notice, *update_ids)
    return _text(await _run(link, keys, "fail", chat, *args))


async def bury_unreadable(link: Runs, keys: Keys, chat: str, fence: int, update_id: int) -> bool:
    """False: the lease was lost."""
    return await _run(link, keys, "bury_unreadable", chat, chat, fence, update_id) == 1


async def hand_back(link: Runs, keys: Keys, chat: str, fence: int) -> bool:
    """False: the lease was lost."""
    return await _run(link, keys, "hand_back", chat, chat, fence) == 1


async def dead_letters(link: Runs, keys: Keys, shard: int, most: int) -> list[bytes]:
    """Newest first."""
    return [_bytes(letter) for letter in _list(await _run(link, keys, "dead_letters", shard, most))]


async def lease_tending(
    link: Runs, keys: Keys, shard: int, *, worker: str, most: int, lease_ms: int
) -> tuple[Claim, ...]:
    return _claims(_list(await _run(link, keys, "lease_tending", shard, worker, most, lease_ms)))


async def beat_tending(
    link: Runs, keys: Keys, conversation: ConversationId, fence: int, lease_ms: int
) -> bool:
    """False: the lease was lost."""
    args = (str(conversation), fence, lease_ms)
    return await _run(link, keys, "beat_tending", conversation, *args) == 1


async def finish_tending(
    link: Runs, keys: Keys, conversation: ConversationId, fence: int, retry_in_ms: int | None
) -> bool:
    """False: the lease was lost."""
    args = (str(conversation), fence, "" if retry_in_ms is None else retry_in_ms)
    return await _run(link, keys, "finish_tending", conversation, *args) == 1


async def ask_tending(link: Runs, keys: Keys, conversation: ConversationId) -> None:
    await _run(link, keys, "ask_tending", conversation, str(conversation))


async def commit_tended(
    link: Runs,
    keys: Keys,
    conversation: ConversationId,
    *,
    seen: tuple[int, int],
    watermark: int,
    who: str,
    states: Sequence[tuple[str, bytes]],
) -> bool:
    """`seen`: watermark and version as loaded. False: somebody else committed first."""
    pairs = (part for state in states for part in state)
    args = (*seen, watermark, who, *pairs)
    return await _run(link, keys, "commit_tended", conversation, *args) == 1


async def expire_memory(
    link: Runs, keys: Keys, conversation: ConversationId, oldest_kept: int
) -> int:
    """How many exchanges were removed."""
    args = (oldest_kept, conversation.number)
    return cast("int", await _run(link, keys, "expire_memory", conversation, *args))


async def erase_exchanges(
    link: Runs, keys: Keys, conversation: ConversationId, numbers: Sequence[int]
) -> int:
    """How many exchanges were removed."""
    args = (conversation.number, *numbers)
    return cast("int", await _run(link, keys, "erase_exchanges", conversation, *args))


async def check_schema(
    link: Runs, keys: Keys, schema: int, shards: int
) -> tuple[bytes | None, bytes | None]:
    """Schema and shard count as stored."""
    answer = _list(await _run(link, keys, "check_schema", 0, schema, shards))
    return cast("bytes | None", answer[0]), cast("bytes | None", answer[1])


def _list(answer: Response) -> list[Response]:
    return cast("list[Response]", answer)


def _bytes(answer: Response) -> bytes:
    return cast("bytes", answer)


def _text(answer: Response) -> str:
    return _bytes(answer).decode()


def _numbers(answer: Response) -> list[int]:
    return cast("list[int]", answer)


def _claims(flat: Sequence[Response]) -> tuple[Claim, ...]:
    """From name, fence, attempts, name, …"""
    rows = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
    return tuple(Claim(_text(n), int(_bytes(f)), cast("int", a)) for n, f, a in rows)


def _fields(flat: Sequence[Response]) -> dict[str, bytes]:
    """From field, value, field, …"""
    return {_text(f): _bytes(v) for f, v in zip(flat[::2], flat[1::2], strict=True)}
