"""Whether a value stands in a text as itself: byte-exact, not inside a longer number or word."""

from __future__ import annotations

import unicodedata

import regex

_BIDI_MARKS = regex.compile("[\u200e\u200f\u2066-\u2069]")
_DIGIT = regex.compile(r"\p{Nd}")
_LETTER = regex.compile(r"[[\p{L}\p{M}_]--[\p{Han}〇]]", regex.V1)
_NUMBER_MARKS = frozenset(".,:٫٬")


def composed(text: str) -> str:
    """The form in which values are compared: NFC, without the marks that only turn the writing
    direction. A zero-width joiner and the script of digits count."""
    return _BIDI_MARKS.sub("", unicodedata.normalize("NFC", text))


def has_digit(text: str) -> bool:
    return _DIGIT.search(text) is not None


def stands_in(value: str, text: str) -> bool:
    """Both as `composed` gives them. 10 does not stand in 100, 10:30 or 4.10; it does in 10kg."""
    at = text.find(value)
    while at >= 0:
        before, after = text[max(0, at - 2) : at], text[at + len(value) : at + len(value) + 2]
        if not _goes_on(value[0], before[::-1]) and not _goes_on(value[-1], after):
            return True
        at = text.find(value, at + 1)
    return False


def _goes_on(edge: str, outside: str) -> bool:
    """outside: up to two characters, the nearest first."""
    if not outside:
        return False
    if not _is_digit(edge):
        return _is_letter(edge) and _is_letter(outside[0])
    return _is_digit(outside[0]) or (outside[0] in _NUMBER_MARKS and _is_digit(outside[1:]))


def _is_digit(character: str) -> bool:
    return _DIGIT.fullmatch(character) is not None


def _is_letter(character: str) -> bool:
    return _LETTER.fullmatch(character) is not None
