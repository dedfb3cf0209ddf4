"""Finds the words of all languages in a text: a tree of phrases, walked from each token."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from memory.facts.language import Language, phrases_of
from memory.facts.languages import LANGUAGES
from memory.facts.slips import slips_of
from memory.facts.tokens import Tokens, tokens_of

Found = Mapping[str, int]
"""meaning -> position after the longest phrase of that meaning."""

_NONE: Found = {}
_MISSPELT = frozenset({"weekday", "month"})
"""Meanings whose longer words are recognised with a slip of the pen, too."""


class _Node:
    __slots__ = ("meanings", "next")

    def __init__(self) -> None:
        self.next: dict[str, _Node] = {}
        self.meanings: set[str] = set()


class Vocabulary:
    """All phrases of the given languages. A phrase is at most a handful of tokens long, so a
    look-up costs the same wherever it starts."""

    def __init__(self, languages: Iterable[Language]) -> None:
        self._root = _Node()
        for language in languages:
            for meaning, phrase in _phrases(language):
                self._add(meaning, phrase)

    def _add(self, meaning: str, phrase: str) -> None:
        node = self._root
        for token in tokens_of(phrase).all:
            if token.kind not in ("gap", "break"):
                node = node.next.setdefault(token.folded, _Node())
        node.meanings.add(meaning)

    def knows(self, word: str, meanings: frozenset[str]) -> bool:
        """Whether the folded word, all by itself, has one of the meanings."""
        node = self._root.next.get(word)
        return node is not None and not meanings.isdisjoint(node.meanings)

    def found_in(self, tokens: Tokens) -> dict[int, dict[str, int]]:
        """position -> the longest phrase of each meaning that starts there."""
        first = self._root.next
        return {
            at: found
            for at, token in enumerate(tokens.all)
            if token.folded in first and (found := dict(self.found_at(tokens, at)))
        }

    def found_at(self, tokens: Tokens, at: int) -> Found:
        """The longest phrase of each meaning that starts at the token."""
        node = self._root.next.get(tokens.all[at].folded)
        if node is None:
            return _NONE
        found: dict[str, int] = {}
        while node is not None:
            at += 1
            for meaning in node.meanings:
                found[meaning] = at
            if not node.next:
                break
            at = tokens.past_gap(at)
            node = node.next.get(tokens.all[at].folded) if at < len(tokens.all) else None
        return found


def _phrases(language: Language) -> Iterator[tuple[str, str]]:
    for meaning in language.words:
        for phrase in phrases_of(language, meaning):
            yield from _with_endings(meaning, phrase, language)


def _with_endings(meaning: str, phrase: str, language: Language) -> Iterator[tuple[str, str]]:
    yield meaning, phrase
    for ending in language.endings.get(meaning, ()):
        yield meaning, phrase + ending
    if meaning in _MISSPELT:
        for slip in slips_of(phrase):
            yield meaning, slip


@cache
def all_words() -> Vocabulary:
    """The vocabulary of every language; built at first use, then kept."""
    return Vocabulary(LANGUAGES)
