"""Signs that CommonMark takes for formatting and that are none in what models write to people."""

from __future__ import annotations

import re

from bot.parsing import Event

_TIMES = re.compile(rb"[A-Za-z0-9)\]]\*{1,2}[A-Za-z0-9(]")
_NAME = re.compile(rb"__[a-z][a-z0-9_]*__")
_DUNDERS = frozenset(
    b"all call class dict doc enter exit file getitem init iter len main name new next repr "
    b"setitem slots str version".split()
)


def literal_signs(source: bytes, event: Event) -> str:
    """The signs at either end of a piece where they are to be shown; "" where they format it."""
    start, end = event.start, event.end
    if event.tag == "Strikethrough":  # a single ~ means "about"
        return "" if source[start + 1 : start + 2] == b"~" else "~"
    if event.tag == "Emphasis":
        return "*" if _multiplies(source, start) else ""
    if event.tag == "Strong":
        if _multiplies(source, start):
            return "**"
        return "__" if _is_name(source, start, end) else ""
    return ""


def _multiplies(source: bytes, start: int) -> bool:
    """A star between ASCII letters, digits or brackets. (Emphasis inside a word is real in
    Chinese, which writes no spaces, so other letters do not count.)"""
    return bool(_TIMES.match(source[max(0, start - 1) : start + 3]))


def _is_name(source: bytes, start: int, end: int) -> bool:
    """`__init__.py`, `__main__`: names of Python, not emphasis."""
    if not _NAME.fullmatch(source[start:end]):
        return False
    attached = source[end : end + 1] in (b".", b"(") and source[end + 1 : end + 2].strip() != b""
    return attached or source[start + 2 : end - 2] in _DUNDERS
