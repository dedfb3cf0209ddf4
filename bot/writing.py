"""Writes a text with its spans: breaks between blocks, indents of lists, formats that are open."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from bot.rendered import Rendered, Span

MOST_INDENTS = 8
"""Deeper lists and quotes are indented no further: a phone is 40 characters wide."""


@dataclass(slots=True)
class _Open:
    """A format from its first character on; `start` is None until then. An idle one repeats a
    format that is open already, and Telegram wants each once."""

    kind: str
    url: str = ""
    language: str = ""
    start: int | None = None
    idle: bool = False


@dataclass(slots=True)
class Writing:
    _pieces: list[str] = field(default_factory=list)
    _length: int = 0
    _spans: list[Span] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)
    _indents: list[str] = field(default_factory=list)
    _breaks: int = 0
    _fresh: bool = True

    def block(self, breaks: int) -> None:
        """What comes next begins a line, after an empty one if `breaks` is 2; right here at the
        beginning and behind a list's mark."""
        if not self._fresh:
            self._breaks = max(self._breaks, breaks)

    def line(self) -> None:
        """What comes next begins a line, behind a list's mark too."""
        if self._length:
            self._breaks = max(self._breaks, 1)

    def write(self, text: str) -> None:
        if text:
            self._flush(self._indent())
            self._add(text.replace("\n", "\n" + self._indent()) if self._indents else text)

    def verbatim(self, text: str) -> None:
        """Without the indents of lists and quotes, as code wants."""
        if text:
            self._flush("")
            self._add(text)

    def item(self, mark: str) -> None:
        """A list's mark; what follows is indented as far as it, until `dedent`."""
        self.write(mark)
        self._fresh = True
        self.indent("  " if len(mark) < 3 else "   ")

    def indent(self, by: str) -> None:
        self._indents.append(by)

    def dedent(self) -> None:
        self._indents.pop()
        self._fresh = False

    def open(self, kind: str, url: str = "", language: str = "") -> None:
        idle = any(each.kind == kind for each in self._open)
        self._open.append(_Open(kind, url, language, idle=idle))

    def close(self) -> None:
        """The format opened last."""
        ended = self._open.pop()
        if ended.start is not None and not ended.idle:
            self._spans.append(
                Span(ended.kind, ended.start, self._length, ended.url, ended.language)
            )

    def copy(self, piece: Rendered) -> None:
        """A piece with its spans, none of which crosses another."""
        edges = sorted({0, len(piece.text), *(e for s in piece.spans for e in (s.start, s.end))})
        for start, end in pairwise(edges):
            for span in piece.spans:
                if span.start == start:
                    self.open(span.kind, span.url, span.language)
            self.write(piece.text[start:end])
            for span in piece.spans:
                if span.end == end:
                    self.close()

    def has_open(self, kind: str) -> bool:
        return any(each.kind == kind for each in self._open)

    def here(self) -> int:
        """To ask `since` later what has been written from here on."""
        return len(self._pieces)

    def since(self, here: int) -> str:
        return "".join(self._pieces[here:])

    def rendered(self) -> Rendered:
        while self._open:
            self.close()
        spans = sorted(self._spans, key=lambda span: (span.start, -span.end))
        return Rendered("".join(self._pieces), tuple(spans))

    def _indent(self) -> str:
        return "".join(self._indents[:MOST_INDENTS])

    def _flush(self, indent: str) -> None:
        if self._breaks and self._length:
            self._add("\n" * self._breaks)
            if indent:
                self._add(indent)
        self._breaks = 0
        self._fresh = False
        for each in self._open:
            if each.start is None:
                each.start = self._length

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
