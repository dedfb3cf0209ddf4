"""In which language a text tells of changes; its small words tell those of one alphabet apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import regex

from memory.facts.change import WORDINGS
from memory.facts.language import Language
from memory.facts.vocabulary import Vocabulary

_ALPHABETS = (regex.compile(r"\p{Latin}"), regex.compile(r"\p{Arabic}"))
_CLEARLY = 4
"""So many small words tell a language."""


def vocabulary_for(text: str) -> Vocabulary:
    """Languages of one alphabet share small words that mean different things: of these only the
    one speaks whose small words and letters the text has most of."""
    return _vocabulary(tuple(_likeliest(text, group).name for group in _groups()))


@cache
def _groups() -> tuple[tuple[Language, ...], ...]:
    """Languages by the alphabet that they share; English and Persian stand first in theirs."""
    by_alphabet: dict[int, list[Language]] = {}
    for at, language in enumerate(WORDINGS):
        sample = language.words["silent"]
        shared = next((n for n, a in enumerate(_ALPHABETS) if a.search(sample)), -1 - at)
        by_alphabet.setdefault(shared, []).append(language)
    return tuple(map(tuple, by_alphabet.values()))


def _likeliest(text: str, group: Sequence[Language]) -> Language:
    if len(group) == 1:
        return group[0]
    plain = text.casefold()
    words, letters = set(plain.split()), set(plain)

    def fits(language: Language) -> int:
        small, own = _small_words()[language.name]
        return len(words & small) + len(letters & own)

    return max(group, key=fits)


def language_of(text: str) -> str:
    """The language of Latin letters whose small words a text has clearly most of; "" where none
    stands out."""
    latin = next(group for group in _groups() if WORDINGS[0] in group)
    words = text.casefold().split()
    counts = {
        language.name: sum(word in _small_words()[language.name][0] for word in words)
        for language in latin
    }
    best, second = sorted(counts, key=lambda name: -counts[name])[:2]
    clear = counts[best] >= max(_CLEARLY, 2 * counts[second], len(words) // 8)
    return best if clear else ""


@cache
def _small_words() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """language -> its small words, and its own letters"""
    return {
        language.name: (
            _phrases(language, "silent", "is", "belongs", "it"),
            _phrases(language, "letters"),
        )
        for language in WORDINGS
    }


def _phrases(language: Language, *meanings: str) -> frozenset[str]:
    lines = "|".join(language.words.get(meaning, "") for meaning in meanings)
    return frozenset(phrase.strip() for phrase in lines.replace("\n", "|").split("|"))


@cache
def _vocabulary(names: tuple[str, ...]) -> Vocabulary:
    return Vocabulary(language for language in WORDINGS if language.name in names)
