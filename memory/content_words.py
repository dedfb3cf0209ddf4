"""What of a text says something: its words without those that every text has."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from memory.search.stop_words import UNSPACED as SILENT_PARTS
from memory.search.stop_words import WORDS as SILENT
from memory.words import folded, units

_SILENT_PART = regex.compile("|".join(map(regex.escape, SILENT_PARTS)))
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]")


def is_unspaced(unit: str) -> bool:
    """Whether a unit (see memory.words.units) is of a script without spaces."""
    return _UNSPACED.match(unit) is not None


def content_words(text: str) -> list[str]:
    """Folded words in order, without stop words; of scripts without spaces single characters."""
    heard = _SILENT_PART.sub(" ", folded(text))
    return [unit for unit in units(heard) if unit not in SILENT]


def content_length(text: str) -> int:
    """How many words of a text say something."""
    return length(content_words(text))


def length(found: Iterable[str]) -> int:
    """How many words these units are, roughly: two characters of an unspaced script make one."""
    every = list(found)
    unspaced = sum(map(is_unspaced, every))
    return len(every) - unspaced + (unspaced + 1) // 2
