"""A memory without what is too old to be kept, whether or not it was cleaned up already. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory.conversation import after
from memory.log import log_of
from memory.store import ChatMemory
from memory.tending import oldest_kept


def expired_before(memory: ChatMemory, retention_days: int | None, now: datetime) -> int | None:
    """Number of the oldest exchange that is kept where older ones wait to be removed; None when
    there is nothing to remove."""
    if retention_days is None or not memory.exchanges:
        return None
    oldest = oldest_kept(memory, retention_days, now)
    return oldest if log_of(memory.exchanges).numbers[0] < oldest else None


def retained(memory: ChatMemory, retention_days: int | None, now: datetime) -> ChatMemory:
    """The memory as it is once the store removed what is too old: what was derived from that is
    gone as well, and is rebuilt from the rest."""
    oldest = expired_before(memory, retention_days, now)
    if oldest is None:
        return memory
    kept = after(memory.exchanges, oldest - 1)
    return replace(memory, exchanges=kept, watermark=0, states={})
