"""Units and currencies with a slip of the pen: known by what they nearly are and by the number
before them. They are kept as written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from memory.facts.language import phrases_of
from memory.facts.languages import LANGUAGES

SHORTEST = 5  # letters
_LONGEST = 14
_MEANINGS = ("unit", "money")


def meant_by(word: str) -> str | None:
    """ "unit" or "money" when one letter of the folded word is wrong, missing, swapped or too
    many, or when it is one unit by another (mg/kg); None for anything else."""
    if "/" in word and all(part in _units() for part in word.split("/")):
        return "unit"
    if not SHORTEST <= len(word) <= _LONGEST or not word.isalpha():
        return None
    known = _known()
    return next((known[form] for form in (word, *_shorter(word)) if form in known), None)


def _shorter(word: str) -> Iterator[str]:
    """The word without one of its letters, but never without its first."""
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


@cache
def _units() -> frozenset[str]:
    return frozenset(unit for each in LANGUAGES for unit in phrases_of(each, "unit"))


@cache
def _known() -> dict[str, str]:
    """Words, and words without one of their letters -> what they mean."""
    known: dict[str, str] = {}
    for language in LANGUAGES:
        for meaning in _MEANINGS:
            for word in phrases_of(language, meaning):
                if len(word) >= SHORTEST and word.isalpha() and word[0] < "\u2e80":
                    known.update(dict.fromkeys((word, *_shorter(word)), meaning))
    return known
