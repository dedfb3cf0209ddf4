"""Text with Telegram's entities, laid out in lines as a client shows them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape

from tests.pictures.svg import DIM, INK, box, is_rtl, width_of, words

SIZE, MONO_SIZE, LINE_HEIGHT = 14.0, 12.5, 20
MONO = "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono',monospace"
LINK, CODE, QUOTE, PRE = "#6ab7ff", "#7dd3fc", "#38bdf8", "#0b1220"
BLOCKS = ("pre", "blockquote")
INSET, ABOVE, HEAD = 10, 5, 18
_LINKS = frozenset({"mention", "bot_command", "text_link", "url", "email", "text_mention"})
_ISOLATES = {"\u2066": 1, "\u2067": 1, "\u2068": 1, "\u2069": -1}

Styles = frozenset[str]
Letters = Sequence[tuple[str, Styles]]


@dataclass(frozen=True)
class Line:
    letters: Letters
    rtl: bool

    @property
    def width(self) -> float:
        return sum(_width(sign, styles) for sign, styles in self.letters)

    def drawn(self, left: float, right: float, y: float, size: float = SIZE) -> str:
        """y: the baseline. Its formats are parts of one text, so that each reader's font keeps
        them together and bidirectional text its order."""
        turned = ' direction="rtl" style="unicode-bidi:embed"' if self.rtl else ""
        runs = groupby(self.letters, key=lambda letter: letter[1])
        inside = "".join(_run("".join(sign for sign, _ in run), styles) for styles, run in runs)
        return (
            f'<text x="{right if self.rtl else left:g}" y="{y:g}" font-size="{size:g}" '
            f'xml:space="preserve"{turned}>{inside}</text>'
        )


@dataclass(frozen=True)
class Block:
    """kind: "" for plain lines, "pre" or "blockquote"."""

    kind: str
    language: str
    lines: Sequence[Line]

    @property
    def width(self) -> float:
        return max(line.width for line in self.lines) + (2 * INSET if self.kind else 0)

    @property
    def height(self) -> float:
        around = 2 * ABOVE if self.kind else 0
        return len(self.lines) * LINE_HEIGHT + around + (HEAD if self.language else 0)

    def drawn(self, left: float, right: float, y: float) -> Iterator[str]:
        """Between these edges, from y downwards."""
        if self.kind:
            yield from self._ground(left, right, y)
            left, right, y = left + INSET, right - INSET, y + ABOVE
        if self.language:
            yield words(left, y + 11, self.language, size=11, fill=DIM)
            y += HEAD
        size = MONO_SIZE if self.kind == "pre" else SIZE
        for line in self.lines:
            if line.letters:
                yield line.drawn(left, right, y + 15, size)
            y += LINE_HEIGHT

    def _ground(self, left: float, right: float, y: float) -> Iterator[str]:
        fill, height = (PRE if self.kind == "pre" else "#1f3a5c"), self.height - 2
        yield box(left, y, right - left, height, fill=fill, radius=5)
        bar = right - 3 if self.kind == "blockquote" and self.lines[0].rtl else left
        yield box(bar, y, 3, height, fill=QUOTE, radius=1)


def laid_out(text: str, entities: Sequence[Mapping[str, Any]], room: float) -> Sequence[Block]:
    """Lines no wider than about `room`; code is not wrapped."""
    letters = _letters(text, entities)
    found = []
    for (kind, language), group in groupby(_paragraphs(letters), key=_block_of):
        inner = room - 2 * INSET if kind else room
        paragraphs = [[(sign, styles - {kind}) for sign, styles in each] for each, _ in group]
        if kind == "pre":
            lines = [Line([(sign, frozenset({"pre"})) for sign, _ in p], False) for p in paragraphs]
        else:
            lines = [line for p in paragraphs for line in _wrapped(p, inner)]
        found.append(Block(kind, language, lines))
    return found


def _letters(text: str, entities: Sequence[Mapping[str, Any]]) -> Letters:
    """Each code point with the formats that it has; offsets of entities count UTF-16 units."""
    letters, at = [], 0
    for sign in text:
        over = (each for each in entities if each["offset"] <= at < each["offset"] + each["length"])
        letters.append((sign, frozenset(_name(each) for each in over)))
        at += len(sign.encode("utf-16-le")) // 2
    return letters


def _name(entity: Mapping[str, Any]) -> str:
    language = entity.get("language")
    return f"pre {language}" if language else str(entity["type"])


def _paragraphs(letters: Letters) -> Iterator[tuple[Letters, Styles]]:
    """Each with the formats at its end, which tell the block also of an empty one."""
    paragraph: list[tuple[str, Styles]] = []
    for sign, styles in letters:
        if sign == "\n":
            yield paragraph, paragraph[0][1] if paragraph else styles
            paragraph = []
        else:
            paragraph.append((sign, styles))
    if paragraph:
        yield paragraph, paragraph[0][1]


def _block_of(paragraph: tuple[Letters, Styles]) -> tuple[str, str]:
    for style in paragraph[1]:
        kind, _, language = style.partition(" ")
        if kind in BLOCKS:
            return kind, language
    return "", ""


def _wrapped(paragraph: Letters, room: float) -> Iterator[Line]:
    rtl = _runs_leftwards(paragraph)
    line: list[tuple[str, Styles]] = []
    for word in _words(paragraph):
        if line and Line([*line, *_without_end(word)], rtl).width > room:
            yield Line(_without_end(line), rtl)
            line = []
        line += word
    yield Line(line, rtl)


def _words(paragraph: Letters) -> Iterator[Letters]:
    """Each with the space behind it."""
    word: list[tuple[str, Styles]] = []
    for letter in paragraph:
        word.append(letter)
        if letter[0] == " ":
            yield word
            word = []
    yield word


def _without_end(word: Letters) -> Letters:
    return word[:-1] if word and word[-1][0] == " " else word


def _runs_leftwards(paragraph: Letters) -> bool:
    """By its first strong letter outside isolates, as the bidirectional algorithm has it."""
    depth = 0
    for sign, _ in paragraph:
        depth += _ISOLATES.get(sign, 0)
        kind = unicodedata.bidirectional(sign)
        if not depth and kind in ("L", "R", "AL"):
            return kind != "L"
    return is_rtl("".join(sign for sign, _ in paragraph))


def _width(sign: str, styles: Styles) -> float:
    if styles & {"code", "pre"}:
        return 0.61 * MONO_SIZE if width_of(sign) else 0
    return width_of(sign, SIZE) * (1.06 if "bold" in styles else 1)


def _run(text: str, styles: Iterable[str]) -> str:
    look = {"fill": INK}
    for style in styles:
        if style == "bold":
            look["font-weight"] = "700"
        elif style == "italic":
            look["font-style"] = "italic"
        elif style in _LINKS:
            look["fill"] = LINK
        elif style in ("code", "pre"):
            look["font-family"] = MONO
            look["font-size"] = f"{MONO_SIZE:g}"
            look["fill"] = CODE if style == "code" else INK
    if look == {"fill": INK}:
        return escape(text)
    named = "".join(f' {name}="{value}"' for name, value in look.items() if value != INK)
    return f"<tspan{named}>{escape(text)}</tspan>"
