"""Which messages of a chat hold the files of its /export, so that they can be deleted with the rest
when everything is forgotten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

MOST_KEPT = 100
"""Of the newest; who exported oftener deletes the rest by hand."""


class SentFiles(Protocol):
    """All raise what a link raises."""

    async def note(self, chat: str, message_id: int) -> None: ...

    async def of(self, chat: str) -> Sequence[int]:
        """Newest first."""
        ...

    async def forget(self, chat: str) -> None: ...


@dataclass(frozen=True, slots=True)
class DictSentFiles:
    """For one process."""

    kept: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    async def note(self, chat: str, message_id: int) -> None:
        self.kept[chat] = [message_id, *self.kept[chat]][:MOST_KEPT]

    async def of(self, chat: str) -> Sequence[int]:
        return tuple(self.kept[chat])

    async def forget(self, chat: str) -> None:
        self.kept.pop(chat, None)
