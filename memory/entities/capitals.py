"""Names in scripts that have capitals: runs of capitalised words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from memory.entities.tokens import Word
from memory.entities.words import english

Span = tuple[int, int]

_MIXED = regex.compile(r"\p{Ll}+\p{Lu}.*|(?=.*\p{Nd})\p{Lu}.*|\p{Lu}{2,}.*")
_LONGEST_INNER = 2


def capitalised(words: Sequence[Word]) -> Iterator[Span]:
    """Places of the names, in words: [first, after the last)."""
    if _shouted(words):
        return
    at = 0
    while at < len(words):
        end = _run(words, at)
        if end > at:
            yield from _trimmed(words, at, end)
        at = max(end, at + 1)


def _shouted(words: Sequence[Word]) -> bool:
    """A text in capitals alone tells nothing by them."""
    cased = [word.text for word in words if word.text.lower() != word.text.upper()]
    return len(cased) > 3 and sum(text.isupper() for text in cased) > 0.7 * len(cased)


def _run(words: Sequence[Word], at: int) -> int:
    """After the last word of the run of capitalised words that begins here; `at` for none."""
    if not _may_begin(words[at]):
        return at
    end = at + 1
    while end < len(words):
        grown = _grown(words, end)
        if grown == end:
            return end
        end = grown
    return end


def _grown(words: Sequence[Word], end: int) -> int:
    """After the next word that belongs to the run, with the small words before it."""
    for inner in range(_LONGEST_INNER + 1):
        at = end + inner
        if at >= len(words) or not words[at].joined:
            return end
        small = " ".join(word.key for word in words[end:at])
        if _belongs(words[at], words[at - 1]) and (not small or small in english.INNER):
            return at + 1
    return end


def _belongs(word: Word, before: Word) -> bool:
    if word.text.isdecimal():
        return len(word.text) < 4 and _MIXED.fullmatch(before.text) is not None
    return _may_continue(word)


def _may_begin(word: Word) -> bool:
    if word.capital:
        return True
    return _MIXED.fullmatch(word.text) is not None and not word.text[0].isdecimal()


def _may_continue(word: Word) -> bool:
    return word.capital and word.key not in english.DAYS


def _trimmed(words: Sequence[Word], at: int, end: int) -> Iterator[Span]:
    """Without the words at its edges that have a capital only because they open a sentence, and
    nothing when only such words are left; with "hotel" and its like that follow in lower case."""
    while at < end and _is_no_name(words[at]):
        at += 1
    while end > at and words[end - 1].key in english.EDGES:
        end -= 1
    if at == end or (end - at == 1 and _stands_for_itself(words[at])):
        return
    if end < len(words) and words[end].joined and words[end].key in english.CUES.types_last:
        end += 1
    yield at, end


def _is_no_name(word: Word) -> bool:
    if word.key in english.EDGES or (word.opens and len(word.text) == 1):
        return True
    stop = word.key in english.CUES.stops or word.key in english.CUES.openers
    return stop and (word.opens or word.key not in english.IN_TITLES)


def _stands_for_itself(word: Word) -> bool:
    """A single word that is no name: a stop word, or only the kind of a thing ("the Hotel")."""
    known = english.CUES
    return word.key in known.stops | known.types_last or len(word.text) < 2
