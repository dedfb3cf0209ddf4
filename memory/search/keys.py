"""Search keys of a text: folded words without their endings, and pairs of neighbours in scripts
that are written without spaces. Keys are for comparing only; nothing of them is ever shown."""

from __future__ import annotations

from itertools import pairwise

import regex

from memory.search.stems import stem
from memory.search.stop_words import UNSPACED as SILENT_PARTS
from memory.search.stop_words import WORDS as SILENT
from memory.words import UNSPACED

_TOKEN = regex.compile(rf"[{UNSPACED}][\p{{M}}{UNSPACED}]*|[[\w]--[{UNSPACED}_]]+", regex.V1)
_UNSPACED = regex.compile(rf"[{UNSPACED}]", regex.V1)
_SILENT_PART = regex.compile("|".join(map(regex.escape, SILENT_PARTS)))


def tokens(text: str) -> list[str]:
    """The words of a folded text in order; a stretch of an unspaced script is one token."""
    found: list[str] = _TOKEN.findall(text)
    return found


def is_run(token: str) -> bool:
    """Whether the token is of a script without spaces."""
    return _UNSPACED.match(token) is not None


def counts(token: str) -> int:
    """How many words long a token is, roughly: two characters of an unspaced script make one."""
    return (len(token) + 1) // 2 if is_run(token) else 1


def kept(token: str) -> list[str]:
    """What is kept of a token: a word without its ending, unless it says nothing; of a run what
    stands between its stop words."""
    if is_run(token):
        return [part for part in _SILENT_PART.split(token) if part]
    return [] if token in SILENT else [stem(token)]


def keys(kept_token: str) -> list[str]:
    """What a kept token is found by."""
    if not is_run(kept_token) or len(kept_token) == 1:
        return [kept_token]
    return [a + b for a, b in pairwise(kept_token)]


def words_asked(text: str) -> list[str]:
    """The content words of a folded question, in order; stretches of unspaced scripts in parts."""
    return [part for token in tokens(text) for part in kept(token)]


def keys_asked(words: list[str]) -> tuple[str, ...]:
    """The keys of a question's content words, each once, in a fixed order."""
    return tuple(sorted({key for word in words for key in keys(word)}))
