"""Paragraphs, headings, lists, quotes, fences and tables, each where a line of its own begins."""

from __future__ import annotations

import re

from bot.inlines import Inlines
from bot.lists import Lists
from bot.parsing import Event
from bot.rendered import Rendered
from bot.shielding import unshielded
from bot.table_cells import Cells
from bot.tables import Table
from bot.writing import Writing

RULE = "─" * 12
_LANGUAGE = re.compile(r"[\w+#.-]{1,32}")


class Blocks:
    """Writes event after event; `source` is what their offsets count in."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._out = Writing()
        self._inlines = Inlines(source, self._out)
        self._lists = Lists(source)
        self._item: Event | None = None
        self._quotes = 0
        self._code: list[str] | None = None
        self._cells: Cells | None = None

    def take(self, event: Event) -> None:
        if self._item and self._is_marked(self._item, event):
            return
        if self._code is not None and event.act == "Text":
            self._code.append(unshielded(event.value))
        elif self._cells and event.tag != "Table":
            self._cells.take(event)
        else:
            self._take(event)

    def rendered(self) -> Rendered:
        return self._out.rendered()

    def _take(self, event: Event) -> None:
        match event.act, event.tag:
            case "start", "Paragraph":
                self._out.block(self._breaks(event))
            case "Raw", _:
                self._out.block(self._breaks(event))
                self._out.write(unshielded(event.value))
            case "Rule", _:
                self._out.block(self._breaks(event))
                self._out.write(RULE)
            case "start", "Heading":
                self._out.block(self._breaks(event))
                self._out.open("bold")
            case "end", "Heading":
                self._out.close()
            case (("start" | "end"), ("List" | "Item" | "BlockQuote")):
                self._container(event)
            case (("start" | "end"), ("CodeBlock" | "Table")):
                self._apart(event)
            case _:
                self._inlines.take(event)

    def _container(self, event: Event) -> None:
        match event.act, event.tag:
            case "start", "List":
                self._lists.begin(event)
            case "end", "List":
                self._lists.end()
            case "start", "Item":
                self._out.block(self._breaks(event))
                self._item = event
            case "end", "Item":
                self._out.dedent()
            case "start", _:
                self._quote(event)
            case _:
                self._quote_ends()

    def _is_marked(self, item: Event, event: Event) -> bool:
        """Write the mark that waits for the item's box; True where `event` says no more."""
        if (event.act, event.tag) == ("start", "Paragraph"):
            return True
        task = event.value if event.act == "TaskListMarker" else None
        self._out.item(self._lists.mark(item, task))
        self._item = None
        return event.act == "TaskListMarker"

    def _quote(self, event: Event) -> None:
        """Telegram has no quote in a quote: an inner one keeps its signs."""
        self._out.block(self._breaks(event))
        if self._quotes:
            self._out.item("> ")
        else:
            self._out.line()
            self._out.open("blockquote")
        self._quotes += 1

    def _quote_ends(self) -> None:
        self._quotes -= 1
        if self._quotes:
            self._out.dedent()
        else:
            self._out.close()

    def _apart(self, event: Event) -> None:
        match event.act, event.tag:
            case "start", "CodeBlock":
                self._out.block(self._breaks(event))
                self._code = []
                self._language = _language(event)
            case "end", "CodeBlock":
                self._code_ends()
            case "start", _:
                self._out.block(self._breaks(event))
                self._cells = Cells(Inlines(self._source, Writing()), Table(event.value))
            case _ if self._cells:
                self._cells.table.write(self._out)
                self._cells = None

    def _code_ends(self) -> None:
        code = "".join(self._code or ()).removesuffix("\n")
        self._code = None
        self._out.line()
        self._out.open("pre", language=self._language)
        self._out.verbatim(code)
        self._out.close()

    def _breaks(self, event: Event) -> int:
        """Line breaks before a block: as many as were written, two at most."""
        line = self._source.rfind(b"\n", 0, event.start)
        before = self._source.rfind(b"\n", 0, max(line, 0))
        return 1 if line < 0 or self._source[before + 1 : line].strip(b" \t>") else 2


def _language(event: Event) -> str:
    """The first word of a fence's info string, if it can name a language."""
    info = event.value.get("Fenced", "") if isinstance(event.value, dict) else ""
    word = _LANGUAGE.match(unshielded(info))
    return word.group() if word else ""
