"""What of a text says something: its words without those that every text has."""

from __future__ import annotations

from collections.abc import Iterable

from memory.search.keys import counts, keys, words_asked
from memory.words import folded


def content_words(text: str) -> list[str]:
    """In order, folded and without their endings; of a script without spaces what stands between
    stop words comes as one."""
    return words_asked(folded(text))


def content_keys(text: str) -> list[str]:
    """What texts about one subject have in common: the content words, and pairs of neighbours in
    those of scripts without spaces. As often as they stand there."""
    return [key for word in content_words(text) for key in keys(word)]


def length(words: Iterable[str]) -> int:
    """How many words these are, roughly: two characters of an unspaced script make one."""
    return sum(map(counts, words))


def content_length(text: str) -> int:
    """How many words of a text say something."""
    return length(content_words(text))
