"""Finds the names in a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from memory.entities.capitals import capitalised
from memory.entities.cued import cued
from memory.entities.marked import marked
from memory.entities.naming import entity_key
from memory.entities.tokens import Word, words_of
from memory.entities.unspaced import unspaced
from memory.entities.words import arabic, english, persian

MOST_CHARACTERS = 20_000  # of a text that is searched; what is longer is a document, not talk
_ARABIC_LETTER = regex.compile(r"\p{Script=Arabic}")
_ARABIC = regex.compile(r"ة|\bال\p{L}{3}")
_PERSIAN = regex.compile(r"[پچژگ]")


def entities_in(text: str) -> tuple[str, ...]:
    """The keys of the names, in order of appearance, each once."""
    text = text[:MOST_CHARACTERS]
    found = sorted(set(_places(text)))
    keys = (entity_key(text[start:end]) for start, end in _outermost(found))
    return tuple(dict.fromkeys(key for key in keys if key))


def _places(text: str) -> Iterator[tuple[int, int]]:
    yield from marked(text)
    yield from unspaced(text)
    words = words_of(text)
    spans = [*capitalised(words), *_by_cues(text, words)]
    yield from ((words[first].start, words[end - 1].end) for first, end in spans)


def _by_cues(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    if _ARABIC_LETTER.search(text):
        is_arabic = _ARABIC.search(text) and not _PERSIAN.search(text)
        yield from cued(words, arabic.CUES if is_arabic else persian.CUES)
    yield from cued(words, english.CUES)


def _outermost(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Without those inside another."""
    last = 0
    for start, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if end > last:
            yield start, end
            last = end
