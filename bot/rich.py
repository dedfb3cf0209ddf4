"""Rich messages: when an answer wants one, and how its Markdown has to be put for it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal
from unicodedata import bidirectional

from bot.isolates import ISOLATE, LEFTWARDS, RELEASE, isolated
from bot.rendered import Rendered, Span

Rich = Literal["off", "auto", "always"]

# Telegram's limits (Bot API 10.3); a line is at most one block.
MOST_CHARACTERS = 32_768
MOST_BLOCKS = 500
MOST_COLUMNS = 20
MOST_LEVELS = 16
MOST_MEDIA = 50

_CODE = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<ticks>`+)(?!`)[^\n]+?(?<!`)(?P=ticks)(?!`)",
    re.MULTILINE | re.DOTALL,
)
_UNDER_TITLES = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*")
_DETAILS = re.compile(r"<details[\s>]", re.IGNORECASE)
_FORMULA = re.compile(r"\\\((.{1,1000}?)\\\)|\\\[(.{1,1000}?)\\\]", re.DOTALL)
_SHOWN_FORMULA = re.compile(r"\$\$.{1,1000}?\$\$", re.DOTALL)
_LINE_IN_PROSE = re.compile(
    r"^(?! {4}|\t| {0,3}[#<|$])([^\n|]*[^\s\\|]) ?(?=\n {0,3}[^\s`~#<|$])", re.MULTILINE
)
_WHOLE = re.compile(
    _CODE.pattern + r"|!?\[[^\]\n]*\]\([^)\n]*\)|<[^<>\n]+>|\$\$.{1,1000}?\$\$|\$[^$\n]+\$",
    re.MULTILINE | re.DOTALL,
)
_TAG = re.compile(f"{ISOLATE}(<[^<>\\n]+>){RELEASE}")
_MONEY = re.compile(r"(?<![\\$])\$(?=\d)")


def wants_rich(text: str) -> bool:
    """It holds what only a rich message shows as it is meant: a table, a formula, details."""
    outside = _CODE.sub("", text)
    patterns = (_DETAILS, _FORMULA, _SHOWN_FORMULA)
    if "```math" in text or any(pattern.search(outside) for pattern in patterns):
        return True
    lines = outside.split("\n")
    return any("|" in over and _UNDER_TITLES.fullmatch(line) for over, line in pairwise(lines))


def rich_source(text: str) -> str | None:
    """The Markdown of the rich message, None for an answer that does not fit one. A price is no
    formula, a formula is written between dollars, and a line that ends there ends."""
    source, at, text = "", 0, _with_line_breaks(text)
    for code in _CODE.finditer(text):
        source += _with_dollars(text[at : code.start()]) + code.group()
        at = code.end()
    source = with_isolates(source + _with_dollars(text[at:]))
    return source if source.strip() and _fits(source) else None


def with_isolates(source: str) -> str:
    """Ids, dates and telephone numbers between right-to-left words keep their order, in each cell
    of a table by itself. Which way it runs is said of the message as a whole, so that no sign
    stands before the mark of a list."""
    if LEFTWARDS in source or ISOLATE in source:
        return source
    whole = (
        Span("pre" if "\n" in found.group() else "code", *found.span())
        for found in _WHOLE.finditer(source)
    )
    signed = isolated(Rendered(source.replace("|", "\n"), tuple(whole))).text
    signed = _TAG.sub(r"\1", signed.replace(LEFTWARDS, ""))
    return "".join(_with_bars_of(source, signed))


def _with_bars_of(source: str, signed: str) -> Iterator[str]:
    at = 0
    for character in signed:
        written = source[at : at + 1]
        if character == written or (character, written) == ("\n", "|"):
            yield written
            at += 1
        else:
            yield character


def _with_line_breaks(text: str) -> str:
    """In Markdown a single line break is a space; models and people mean a new line."""
    broken, at = "", 0
    for code in _CODE.finditer(text):
        if code["fence"]:
            broken += _LINE_IN_PROSE.sub(r"\1  ", text[at : code.start()]) + code.group()
            at = code.end()
    return broken + _LINE_IN_PROSE.sub(r"\1  ", text[at:])


def _with_dollars(text: str) -> str:
    return _FORMULA.sub(_between_dollars, _MONEY.sub(r"\\$", text))


def _between_dollars(formula: re.Match[str]) -> str:
    inline, shown = formula.groups()
    return f"${inline.strip()}$" if inline else f"$${shown.strip()}$$"


def _fits(source: str) -> bool:
    lines = [line for line in source.split("\n") if line.strip()]
    wide = max((line.count("|") for line in lines), default=0)
    return (
        len(source) <= MOST_CHARACTERS
        and len(lines) <= MOST_BLOCKS
        and wide <= MOST_COLUMNS
        and max(map(_levels, lines), default=0) <= MOST_LEVELS
        and source.count("![") <= MOST_MEDIA
    )


def _levels(line: str) -> int:
    """At most so many quotations and lists stand around it: each takes a sign, or two blanks."""
    begin = line[: len(line) - len(line.lstrip(" \t>*+-"))].expandtabs(2)
    return begin.count(">") + begin.count(" ") // 2 + 1 if begin else 0


def runs_right_to_left(text: str) -> bool:
    """By its first letter that has a direction."""
    strong = (bidirectional(character) for character in text)
    return next((kind for kind in strong if kind in {"L", "R", "AL"}), "L") != "L"
