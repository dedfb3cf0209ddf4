"""The marks of list items: numbers as they were written, bullets by depth, boxes for tasks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.parsing import Event

BULLETS = "•◦▪"
TASKS = {True: "☑ ", False: "☐ "}
_NUMBER = re.compile(rb"(\d{1,9})([.)])")


@dataclass(slots=True)
class Lists:
    """The lists that are open; for an ordered one the number it has come to."""

    source: bytes
    _numbers: list[int | None] = field(default_factory=list)

    def begin(self, event: Event) -> None:
        self._numbers.append(None if event.value is None else int(event.value) - 1)

    def end(self) -> None:
        self._numbers.pop()

    def mark(self, item: Event, task: bool | None) -> str:
        """`task`: whether the item's box is ticked, None where it has none."""
        box = TASKS.get(task, "") if task is not None else ""
        last = self._numbers[-1] if self._numbers else None
        if last is None:
            return box or BULLETS[(max(len(self._numbers), 1) - 1) % len(BULLETS)] + " "
        written = _NUMBER.match(self.source, item.start)
        number = max(int(written[1]), last + 1) if written else last + 1
        self._numbers[-1] = number
        return f"{number}{written[2].decode() if written else '.'} {box}"
