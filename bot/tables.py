"""Tables: a block of monospace where it fits a phone, a list of rows where it does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from unicodedata import bidirectional, category, east_asian_width

from bot.rendered import Rendered
from bot.writing import Writing

MOST_COLUMNS = 38
"""Characters of monospace text in a line of a common phone."""
LONGEST_LABEL = 30
"""A longer column title is not repeated in each row."""


@dataclass(slots=True)
class Table:
    """rows: the titles first; each a list of cells · alignments: "Right", "Center" or another."""

    alignments: Sequence[str]
    rows: list[list[Rendered]] = field(default_factory=list)

    def write(self, writing: Writing) -> None:
        if self._fits():
            writing.line()
            writing.open("pre")
            writing.verbatim("\n".join(self._lines()))
            writing.close()
        else:
            _write_list(self.rows, writing)

    def _fits(self) -> bool:
        cells = [cell for row in self.rows for cell in row]
        plain = not any(
            "\n" in cell.text or cell.text.isspace() or _reads_leftwards(cell.text) or _tied(cell)
            for cell in cells
        )
        return plain and sum(self._widths()) + 3 * (len(self._widths()) - 1) <= MOST_COLUMNS

    def _widths(self) -> list[int]:
        columns = zip_longest(*self.rows, fillvalue=Rendered(""))
        return [max(width(cell.text) for cell in column) for column in columns]

    def _lines(self) -> list[str]:
        widths = self._widths()
        lines = [self._line(row, widths) for row in self.rows]
        return [lines[0], "─┼─".join("─" * each for each in widths), *lines[1:]]

    def _line(self, row: Sequence[Rendered], widths: Sequence[int]) -> str:
        texts = [cell.text for cell in row] + [""] * (len(widths) - len(row))
        alignments = [*self.alignments, *[""] * len(widths)]
        cells = map(_aligned, texts, widths, alignments)
        return " │ ".join(cells).rstrip()


def _aligned(text: str, columns: int, alignment: str) -> str:
    room = columns - width(text)
    if alignment == "Right":
        return " " * room + text
    before = room // 2 if alignment == "Center" else 0
    return " " * before + text + " " * (room - before)


def width(text: str) -> int:
    """Columns of a monospace font; Chinese and most pictures take two."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _reads_leftwards(text: str) -> bool:
    return any(bidirectional(character) in ("R", "AL") for character in text)


def _tied(cell: Rendered) -> bool:
    """A link works, and code can be copied, only outside a monospace block."""
    return any(span.kind in ("text_link", "code") for span in cell.spans)


def _write_list(rows: Sequence[Sequence[Rendered]], writing: Writing) -> None:
    titles, *records = rows
    if any(title.text.strip() for title in titles):
        writing.block(1)
        writing.open("bold")
        _write_cells(titles, writing)
        writing.close()
    labels = [_label(title.text) for title in titles]
    for row in records:
        writing.block(2 if len(row) > 2 else 1)
        _write_record(row, labels, writing)


def _write_record(row: Sequence[Rendered], labels: Sequence[str], writing: Writing) -> None:
    """Two cells stand in one line; of more, each stands in its own, behind its column's title."""
    writing.item("• ")
    if len(row) <= 2:
        _write_cells(row, writing)
    else:
        writing.open("bold")
        writing.copy(row[0])
        writing.close()
        for label, cell in zip_longest(labels[1:], row[1:], fillvalue=None):
            if cell is not None and cell.text.strip():
                writing.line()
                writing.write(f"{label}: " if label else "")
                writing.copy(cell)
    writing.dedent()


def _write_cells(cells: Sequence[Rendered], writing: Writing) -> None:
    filled = [cell for cell in cells if cell.text.strip()]
    for number, cell in enumerate(filled):
        writing.write(" — " if number and len(filled) == 2 else " · " if number else "")
        writing.copy(cell)


def _label(title: str) -> str:
    return re.sub(r"\s+", " ", title).strip().rstrip(":：") if len(title) <= LONGEST_LABEL else ""
