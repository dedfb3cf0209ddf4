"""Groups that became supergroups, which have another id: their lane and memory keep the name they
had. An alias, so that nothing is copied and nothing can be half moved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


class Moves(Protocol):
    """By Telegram chat id. Both may be repeated, and raise what a link raises."""

    async def former(self, chat_id: int) -> int | None:
        """The group that this supergroup was, None where it was none."""
        ...

    async def moved(self, group: int, supergroup: int) -> None: ...


@dataclass(frozen=True, slots=True)
class DictMoves:
    """For one process. supergroup -> group."""

    known: dict[int, int] = field(default_factory=dict)

    async def former(self, chat_id: int) -> int | None:
        return self.known.get(chat_id)

    async def moved(self, group: int, supergroup: int) -> None:
        self.known[supergroup] = group
