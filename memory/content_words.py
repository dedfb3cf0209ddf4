"""What of a text says something: its words without those that every text has."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, pairwise

import regex

from memory.search.stems import stem
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
    return [unit for part in _parts(text) for unit in units(part) if unit not in SILENT]


def content_keys(text: str) -> list[str]:
    """What texts about one subject have in common: content words without their endings, and in
    scripts without spaces pairs of neighbours, between which no stop word stood."""
    found = []
    for part in _parts(text):
        for unspaced, group in groupby(units(part), is_unspaced):
            run = list(group)
            if not unspaced:
                found += [stem(unit) for unit in run if unit not in SILENT]
            else:
                found += [a + b for a, b in pairwise(run)] or run
    return found


def _parts(text: str) -> list[str]:
    """The folded text between spaces and the stop words of scripts without spaces."""
    return _SILENT_PART.sub(" ", folded(text)).split()


def content_length(text: str) -> int:
    """How many words of a text say something."""
    return length(content_words(text))


def length(found: Iterable[str]) -> int:
    """How many words these units are, roughly: two characters of an unspaced script make one."""
    every = list(found)
    unspaced = sum(map(is_unspaced, every))
    return len(every) - unspaced + (unspaced + 1) // 2
