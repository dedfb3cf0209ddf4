"""Whether there is anything in a text that a person can see. Pure."""

from __future__ import annotations

from unicodedata import category

BLANK_LETTERS = frozenset("\u2800\u3164\u115f\u1160\uffa0")
"""Drawn as nothing although their category says letter or symbol."""


def blank(text: str) -> bool:
    """Nothing: Telegram refuses such a message as empty, and a model that says it says nothing."""
    return all(map(_invisible, text))


def _invisible(character: str) -> bool:
    """Spaces, controls, format characters, unassigned and private ones, blank letters."""
    return category(character)[0] in "ZC" or character in BLANK_LETTERS
