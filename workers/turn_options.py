"""The numbers and names that answering a turn is built from."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memory.kind import MemoryOptions


@dataclass(frozen=True, kw_only=True)
class TurnOptions:
    """policy: the fixed instructions · recipe: used where a chat chose none · zone: in which
    people read times · prompt_tokens: most tokens of a prompt · turn_timeout_s: one try of the
    model, from the first look at the memory to the end of the answer · max_attempts: how often
    a turn is begun before it is given up · retention_days: older exchanges are not recalled any
    more, None keeps all · embeds: exchanges are embedded after their turn, for the recipes that
    compare embeddings · models: the names that a chat may choose from, the own one first."""

    policy: str = ""
    recipe: str = "full"
    memory: MemoryOptions = field(default_factory=MemoryOptions)
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    prompt_tokens: int = 8000
    turn_timeout_s: float = 180
    max_attempts: int = 5
    retention_days: int | None = None
    embeds: bool = False
    models: tuple[str, ...] = ()


def utc_now() -> datetime:
    return datetime.now(UTC)
