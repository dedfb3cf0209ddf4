"""A text with its formatting, as Telegram will show it, before it is cut and sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workers.visible import blank


@dataclass(frozen=True, slots=True)
class Span:
    """One entity: its Telegram type, and the code points it covers (`end` excluded)."""

    kind: str
    start: int
    end: int
    url: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Text and spans. Offsets count code points; Telegram's UTF-16 units come in at sending."""

    text: str
    spans: Sequence[Span] = ()

    def cut(self, start: int, end: int) -> Rendered:
        """The piece [start:end) with the spans that reach into it, clipped to it."""
        clipped = (
            replace(span, start=max(span.start, start) - start, end=min(span.end, end) - start)
            for span in self.spans
            if span.start < end and span.end > start
        )
        return Rendered(self.text[start:end], tuple(clipped))

    def plain(self) -> Rendered:
        return Rendered(self.text)

    @property
    def blank(self) -> bool:
        """Nothing a person can see: Telegram refuses such a message as empty."""
        return blank(self.text)
