"""Puts backslashes where CommonMark would swallow or misread what a model wrote.

Raw HTML vanishes in the converter, `2*3*4` loses its signs, `$5 and $10` becomes a formula,
`a || b` a spoiler, and link definitions nobody refers to disappear. Escaped, all of it is shown
as written. Code is never touched: the same parser that will convert the text says where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pyromark

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_MATH
)
"""What telegramify-markdown parses with (its STANDARD_OPTIONS)."""

PASSES = 12
"""Each pass may uncover more; ordinary answers settle after two."""

Edit = tuple[int, bytes]
"""Bytes to insert before a UTF-8 byte offset."""

Range = tuple[int, int]


class Unsettled(Exception):
    """Escaping one thing kept uncovering another; show the text without formatting."""


def escaped(markdown: str) -> str:
    """The text with what the converter would lose or misread escaped; raises Unsettled."""
    source = markdown.encode()
    for _ in range(PASSES):
        edits = set(_edits(source))
        if not edits:
            return source.decode()
        source = _applied(source, edits)
    raise Unsettled


def _applied(source: bytes, edits: set[Edit]) -> bytes:
    pieces, at = [], 0
    for offset, inserted in sorted(edits):
        pieces += [source[at:offset], inserted]
        at = offset
    return b"".join([*pieces, source[at:]])


def _edits(source: bytes) -> Iterator[Edit]:
    text = source.decode()
    events = [
        (payload, (span["start"], span["end"]))
        for payload, span in pyromark.events_with_range(text, options=OPTIONS)
    ]
    untouched: list[Range] = []
    tables: list[Range] = []
    linked: set[str] = set()
    for payload, span in events:
        if not isinstance(payload, dict):
            continue
        start = payload.get("Start")
        if "Code" in payload or (isinstance(start, dict) and "CodeBlock" in start):
            untouched.append(span)
        elif isinstance(start, dict) and "Table" in start:
            tables.append(span)
        elif isinstance(start, dict) and ("Link" in start or "Image" in start):
            link = start.get("Link") or start["Image"]
            linked.add(_label(link["id"]))
            yield from _hidden_address(source, link, span, tables)
        else:
            yield from _inline(source, payload, span)
    yield from _pipes(source, untouched, tables)
    yield from _unused_definitions(text, linked)


def _inline(source: bytes, payload: Mapping[str, Any], span: Range) -> Iterator[Edit]:
    start, end = span
    if "InlineHtml" in payload or "Html" in payload:
        yield from ((at, b"\\") for at in _found(b"<", source, start, end))
    else:
        signs = _misread_signs(source, payload, span)
        yield from ((start + sign, b"\\") for sign in range(signs))
        yield from ((end - 1 - sign, b"\\") for sign in range(signs))


def _misread_signs(source: bytes, payload: Mapping[str, Any], span: Range) -> int:
    """How many signs stand at either end of what is no markup in a chat; 0 where it is."""
    kind = payload.get("Start")
    if "InlineMath" in payload:
        return 0 if _is_formula(source, span) else 1
    if "DisplayMath" in payload:
        return 0 if _is_formula(source, span) else 2
    if kind == "Strikethrough":  # a single ~ means "about"
        return 0 if source[span[0] + 1 : span[0] + 2] == b"~" else 1
    if kind in ("Emphasis", "Strong") and _is_arithmetic(source, span[0]):
        return 2 if kind == "Strong" else 1
    return 0


def _is_formula(source: bytes, span: Range) -> bool:
    """`$x^2$` is one; `$5 and $10` is two prices: no sign of mathematics, or a digit follows."""
    start, end = span
    return not source[end : end + 1].isdigit() and bool(re.search(rb"[\\^_{}=]", source[start:end]))


def _is_arithmetic(source: bytes, start: int) -> bool:
    """A star between ASCII letters, digits or brackets multiplies. (Emphasis inside a word is
    real in Chinese, which writes no spaces, so other letters do not count.)"""
    return bool(
        re.match(rb"[A-Za-z0-9)\]]\*{1,2}[A-Za-z0-9(]", source[max(0, start - 1) : start + 3])
    )


def _pipes(source: bytes, untouched: list[Range], tables: list[Range]) -> Iterator[Edit]:
    """`||` would hide what is between two of them; in a table it is an empty cell."""
    for at in _found(b"|", source, 1, len(source)):
        if source[at - 1 : at] == b"|" and not _inside(at, untouched):
            yield (at, b" " if _inside(at, tables) else b"\\")


def _hidden_address(
    source: bytes, link: Mapping[str, Any], span: Range, tables: list[Range]
) -> Iterator[Edit]:
    """Where a link's address would be lost: a cell keeps its text only."""
    if source.startswith(b"[](", span[0]):
        yield (span[0], b"\\")  # a link without a text would show nothing
        return
    if not _inside(span[0], tables) or link["link_type"] in ("Autolink", "Email"):
        return
    written = b" (" + re.sub(rb"([!-/:-@\[-`{-~])", rb"\\\1", link["dest_url"].encode()) + b")"
    if not source.startswith(written, span[1]):
        yield (span[1], written)


def _unused_definitions(text: str, linked: set[str]) -> Iterator[Edit]:
    """`[label]: address` that no link refers to is shown, not swallowed."""
    for label, definition in pyromark.reference_definitions(text).items():
        if _label(label) not in linked:
            yield (definition["span"]["start"], b"\\")


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


def _inside(at: int, ranges: list[Range]) -> bool:
    return any(start <= at < end for start, end in ranges)


def _found(needle: bytes, source: bytes, start: int, end: int) -> Iterator[int]:
    at = source.find(needle, start, end)
    while at >= 0:
        yield at
        at = source.find(needle, at + 1, end)
