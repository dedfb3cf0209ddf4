"""The typed function of the script that puts an exchange in the place of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.conversation import ConversationId
from memory.store import ChatMemory
from workers.keys import Keys
from workers.link import Argument
from workers.scripts import Runs, _run


@dataclass(frozen=True, slots=True)
class Kept:
    """What stays of what was derived, if that is still of this version."""

    version: int
    watermark: int
    states: Sequence[str]


def kept_of(derived: ChatMemory) -> Kept:
    return Kept(derived.summary_version, derived.watermark, sorted(derived.states))


async def replace_exchange(
    link: Runs,
    keys: Keys,
    conversation: ConversationId,
    *,
    number: int,
    exchange: bytes,
    card: bytes,
    kept: Kept | None = None,
) -> bool:
    """False: there is none of this number any more."""
    args: list[Argument] = [number, exchange, card]
    args += (kept.version, kept.watermark, *kept.states) if kept else ("", 0)
    return await _run(link, keys, "replace_exchange", conversation, *args) == 1
