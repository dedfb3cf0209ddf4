"""Groups that became supergroups, which have another id: their lane and memory keep the name they
had. An alias, so that nothing is copied and nothing can be half moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

MOST_GROUPS = 10_000


class Moves(Protocol):
    """By Telegram chat id. Every call may be repeated, and raises what a link raises."""

    async def former(self, chat_id: int) -> int | None:
        """The group that this supergroup was, None where it was none."""
        ...

    async def moved(self, group: int, supergroup: int) -> None: ...

    async def seen(self, group: int, title: str) -> None:
        """This group is no supergroup yet. Of more than MOST_GROUPS nothing is kept."""
        ...

    async def groups(self) -> Mapping[int, str]:
        """Those that were seen and are not known to have moved, with their titles."""
        ...


@dataclass(frozen=True, slots=True)
class DictMoves:
    """For one process. supergroup -> group."""

    known: dict[int, int] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)

    async def former(self, chat_id: int) -> int | None:
        return self.known.get(chat_id)

    async def moved(self, group: int, supergroup: int) -> None:
        self.known[supergroup] = group
        self.titles.pop(group, None)

    async def seen(self, group: int, title: str) -> None:
        if len(self.titles) < MOST_GROUPS and group not in self.known.values():
            self.titles[group] = title

    async def groups(self) -> Mapping[int, str]:
        return dict(self.titles)
