"""Messages as bubbles, with what they quote and the buttons under them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.pictures.formatted import LINE_HEIGHT, Block, laid_out
from tests.pictures.svg import DIM, INK, box, cut_to, is_rtl, width_of, words
from tests.pictures.telegram_run import Seen

MINE, ITS, KEY, EDGE = "#1d4f80", "#1e293b", "#2b3b52", "#38bdf8"
PAD, FOOT, QUOTED, KEY_HEIGHT, GAP = 12, 15, 40, 32, 4
KEY_SIZE = 12.0
NAMES = ("#f9a8d4", "#fcd34d", "#86efac", "#93c5fd")


@dataclass(frozen=True)
class Bubble:
    """mine: of the person whose screen it is · room: how wide it may be · name: shown above it in
    a group."""

    seen: Seen
    mine: bool
    room: float
    name: str = ""

    @cached_property
    def blocks(self) -> Sequence[Block]:
        entities = self.seen.message.get("entities") or ()
        return laid_out(self.seen.text, entities, self.room - 2 * PAD)

    @property
    def keyboard(self) -> Sequence[Sequence[Mapping[str, Any]]]:
        if self.seen.message.get("can_stop"):
            return [[{"text": "◼ Stop"}]]
        markup = self.seen.message.get("reply_markup") or {}
        rows: Sequence[Sequence[Mapping[str, Any]]] = markup.get("inline_keyboard", ())
        return rows

    @property
    def quoted(self) -> Mapping[str, Any] | None:
        return self.seen.message.get("reply_to_message")

    @cached_property
    def width(self) -> float:
        wanted = [block.width for block in self.blocks] + [width_of(self.name), 70]
        if self.quoted:
            wanted.append(min(width_of(self.quoted["text"], 12.5) + 16, self.room * 0.8))
        keys = max(map(_keys_width, self.keyboard), default=0)
        return min(self.room, max(max(wanted) + 2 * PAD, keys))

    @property
    def height(self) -> float:
        keys = len(self.keyboard) * (KEY_HEIGHT + GAP)
        return self._body + keys

    @cached_property
    def _body(self) -> float:
        above = (LINE_HEIGHT if self.name else 0) + (QUOTED + 6 if self.quoted else 0)
        return above + sum(block.height for block in self.blocks) + 2 * 7 + FOOT

    def drawn(self, x: float, y: float) -> Iterator[str]:
        """With its upper left corner there."""
        yield self._ground(x, y)
        left, right, top = x + PAD, x + self.width - PAD, y + 7
        if self.name:
            yield words(left, top + 13, self.name, size=13, fill=colour_of(self.name), weight=600)
            top += LINE_HEIGHT
        if self.quoted:
            yield from _quote(self.quoted, left, right, top)
            top += QUOTED + 6
        for block in self.blocks:
            yield from block.drawn(left, right, top)
            top += block.height
        yield from self._foot(right, y + self._body - 8)
        yield from self._keys(x, y + self._body + GAP)

    def _ground(self, x: float, y: float) -> str:
        fill = MINE if self.mine else ITS
        edge = EDGE if self.seen.draft else ""
        dashed = self.seen.draft
        return box(x, y, self.width, self._body, fill=fill, stroke=edge, radius=12, dashed=dashed)

    def _foot(self, right: float, y: float) -> Iterator[str]:
        told = "is being written" if self.seen.draft else f"{self.seen.at:%H:%M}"
        told += " ✓✓" if self.mine else ""
        yield words(right, y, told, size=11, fill="#a5c8ee" if self.mine else DIM, anchor="end")

    def _keys(self, x: float, y: float) -> Iterator[str]:
        for row in self.keyboard:
            each = (self.width - GAP * (len(row) - 1)) / len(row)
            for at, key in enumerate(row):
                left = x + at * (each + GAP)
                yield box(left, y, each, KEY_HEIGHT, fill=KEY, radius=8)
                label, middle = cut_to(key["text"], each, KEY_SIZE), left + each / 2
                yield words(middle, y + 21, label, size=KEY_SIZE, fill=INK, anchor="middle")
            y += KEY_HEIGHT + GAP


def colour_of(name: str) -> str:
    return NAMES[sum(map(ord, name)) % len(NAMES)]


def _keys_width(row: Sequence[Mapping[str, Any]]) -> float:
    """Of keys that are all as wide as the widest."""
    return len(row) * (max(width_of(key["text"], KEY_SIZE) for key in row) + 2 * GAP)


def _quote(quoted: Mapping[str, Any], left: float, right: float, y: float) -> Iterator[str]:
    """Two lines behind a bar: who wrote it, and how it begins."""
    name, text = quoted["from"]["first_name"], str(quoted["text"]).split("\n")[0]
    rtl = is_rtl(text)
    colour = colour_of(name)
    yield box(left, y, right - left, QUOTED, fill="#0f172a", radius=5)
    yield box(right - 3 if rtl else left, y, 3, QUOTED, fill=colour, radius=1)
    begin = right - 11 if rtl else left + 11
    side = "end" if rtl else "start"
    yield words(begin, y + 16, name, size=12.5, fill=colour, weight=600, anchor=side)
    cut = cut_to(text, right - left - 24, 12.5)
    yield words(begin, y + 33, cut, size=12.5, fill=INK, rtl=rtl)
