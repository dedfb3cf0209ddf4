"""Keeps from the Markdown parser what models write as plain text and CommonMark would swallow.

Each such piece is replaced by a control character (a cleaned text has none) and comes back as it
was written, in code too: raw HTML, dollar signs that are prices, footnote marks, a pipe inside
code in a table. Formulas in TeX's brackets become formulas in dollars.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SPOILER_OPENS, SPOILER_CLOSES, BAR = "\x0e", "\x0f", "\x06"

_STANDS_FOR = {
    "\x01": "<",
    "\x02": "$",
    "$\x03": "\\(",
    "\x03$": "\\)",
    "$$\x04": "\\[",
    "\x04$$": "\\]",
    "\x05": "[",
    BAR: "|",
    SPOILER_OPENS: "||",
    SPOILER_CLOSES: "||",
}
_STANDING = re.compile(r"\$\x03|\x03\$|\$\$\x04|\x04\$\$|[\x01\x02\x05\x06\x0e\x0f]")

_FORMULA = r"[^$`\n]*?[\\^_{}=][^$`\n]*?"
_DOLLARS = re.compile(
    rf"\$\$(?=[^$`]*[\\^_{{}}=])[^$`]{{1,2000}}\$\$|(?<![\w$\\])\$(?![\s$]){_FORMULA}(?<!\s)\$(?![\d$])|\$"
)
_TAG = re.compile(r"<(?![a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*>|[\w.+-]+@[\w.-]+>)")
_LINK_TARGET = re.compile(r"(\]\([ \t]*|\]:[ \t]*)\x01(?=[^\n\x01>]*>)")
_ROUND = re.compile(r"\\\(([^\n$`]{1,1000}?)\\\)")
_SQUARE = re.compile(r"\\\[((?:(?!\n[ \t]*\n)[^$`]){1,2000}?)\\\]")
_FOOTNOTE = re.compile(r"\[(?=\^[^\]\n]*\](?!\())")
_ROW = re.compile(r"^[ \t>]*\|.*$", re.MULTILINE)
_CODE_IN_ROW = re.compile(r"(?<![`\\])(`+)(?!`)([^`\n]+)\1(?!`)")
_SPOILER = re.compile(r"(?<![\w|\\])\|\|(?=[^\s|])([^\n|]*(?:\|[^\n|]+)*)(?<![\s|])\|\|(?![\w|])")


def shielded(text: str) -> str:
    """`text` is cleaned; `unshielded` of every piece of the result is the text as written."""
    text = _LINK_TARGET.sub(r"\1<", _TAG.sub("\x01", text))
    text = _FOOTNOTE.sub("\x05", text)
    if "|" in text:
        text = _ROW.sub(lambda row: _CODE_IN_ROW.sub(_without_pipes, row[0]), text)
        text = _SPOILER.sub(rf"{SPOILER_OPENS}\1{SPOILER_CLOSES}", text)
    if "$" in text:
        text = _DOLLARS.sub(lambda found: "\x02" if found[0] == "$" else found[0], text)
    if "\\" in text:
        text = _ROUND.sub("$\x03\\1\x03$", text)
        text = _SQUARE.sub("$$\x04\\1\x04$$", text)
    return text


def _without_pipes(code: re.Match[str]) -> str:
    return re.sub(r"(?<!\\)\|", BAR, code[0])


def unshielded(text: str) -> str:
    return _STANDING.sub(lambda found: _STANDS_FOR[found[0]], text)


def formula(text: str) -> str:
    """What stands between a formula's dollars or brackets."""
    return unshielded(text.strip("\x03\x04"))


def spoiler_pieces(text: str) -> Sequence[str]:
    """The text cut before and after every spoiler mark."""
    return re.split(f"([{SPOILER_OPENS}{SPOILER_CLOSES}])", text)
