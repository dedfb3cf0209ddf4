"""Collects a table's cells from the parser's events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.inlines import Inlines
from bot.parsing import Event
from bot.rendered import Rendered
from bot.shielding import unshielded
from bot.tables import Table
from bot.writing import Writing

_LINE_BREAK = re.compile(r"\x01br\s*/?>", re.IGNORECASE)
_BAR = re.compile(r"(?<!\\)\|")


@dataclass(slots=True)
class Cells:
    """`inlines` writes the cells; it is the table's own."""

    inlines: Inlines
    table: Table
    _end: int = 0

    def take(self, event: Event) -> None:
        match event.act, event.tag:
            case "start", "TableHead" | "TableRow":
                self.table.rows.append([])
                self._end = event.start
            case "end", "TableHead" | "TableRow":
                self.table.rows[-1] += self._too_many(event)
            case "start", "TableCell":
                self.inlines.out = Writing()
            case "end", "TableCell":
                self.table.rows[-1].append(self.inlines.out.rendered())
                self._end = event.end
            case "Text", _:
                self.inlines.take(replace(event, value=_LINE_BREAK.sub("\n", event.value)))
            case _:
                self.inlines.take(event)

    def _too_many(self, row: Event) -> Iterator[Rendered]:
        """Cells past the last column, which the parser leaves out."""
        rest = self.inlines.source[self._end : row.end].decode().strip().strip("|")
        for cell in _BAR.split(rest):
            if cell.strip():
                yield Rendered(unshielded(cell.strip()))
