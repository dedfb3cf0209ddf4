"""Which message an answer quotes: its question, where it would not be plain what it answers."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from bot.chats import is_private

Spot = tuple[int, int | None]
"""A chat, and its topic or None."""


@dataclass(slots=True)
class Between:
    """In a group always; in a private chat only when others came between the two. Remembers what
    this process sent last, in `most` chats at most."""

    most: int = 10_000
    _last: OrderedDict[Spot, int] = field(default_factory=OrderedDict)

    def note(self, spot: Spot, message_id: int) -> None:
        """This was sent there, or edited."""
        self._last[spot] = max(message_id, self._last.get(spot, 0))
        self._last.move_to_end(spot)
        while len(self._last) > self.most:
            self._last.popitem(last=False)

    def quoted(self, spot: Spot, question: int, *, apart: bool = False) -> int:
        """The message to quote, 0 for none. `apart`: it is known elsewhere that others came."""
        apart = apart or not is_private(spot[0]) or self._last.get(spot, 0) > question
        return question if apart else 0
