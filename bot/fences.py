"""A fence that quotes Markdown with fences of its own gets longer marks than those have.

Models write ```` ```markdown ```` around ```` ```py ````; CommonMark would end the outer fence with
the inner one and read the rest inside out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_MARK = re.compile(r"^(?P<indent> {0,3})(?P<mark>`{3,})(?P<info>[^`\n]*)$")
_QUOTING = frozenset({"md", "markdown", "mdx"})


def with_longer_outer_fences(text: str) -> str:
    """Changes only a fence of Markdown whose inner fences are all closed and which is closed."""
    if not any(f"```{language}" in text for language in _QUOTING):
        return text
    lines = text.split("\n")
    for first, last, mark in _quoting(lines):
        lines[first] = lines[first].replace("`" * mark, "`" * (mark + 1), 1)
        lines[last] = lines[last].replace("`" * mark, "`" * (mark + 1), 1)
    return "\n".join(lines)


def _quoting(lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """(first line, last line, length of the mark) of the outer fences that hold inner ones."""
    at = 0
    while at < len(lines):
        opened = _MARK.match(lines[at])
        if opened:
            last, inner = _closing(lines, at + 1, opened)
            if inner and last < len(lines):
                yield at, last, len(opened["mark"])
            at = last
        at += 1


def _closing(lines: Sequence[str], at: int, opened: re.Match[str]) -> tuple[int, bool]:
    """(the line that closes the fence or len(lines), whether it holds fences of its own)."""
    quoting = opened["info"].strip().lower() in _QUOTING
    depth, inner = 1, False
    for number in range(at, len(lines)):
        mark = _MARK.match(lines[number])
        if not mark:
            continue
        if mark["info"].strip():
            if quoting and len(mark["mark"]) == len(opened["mark"]):
                depth, inner = depth + 1, True
        elif len(mark["mark"]) >= len(opened["mark"]):
            depth -= 1
            if not depth:
                return number, inner
    return len(lines), inner
