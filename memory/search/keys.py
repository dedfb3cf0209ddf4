"""Search keys of a text: folded words without their endings, and pairs of neighbours in scripts
that are written without spaces. Keys are for comparing only; nothing of them is ever shown."""

from __future__ import annotations

from itertools import pairwise

import regex

from memory.search.stems import stem
from memory.search.stop_words import UNSPACED as UNSPACED_STOPS
from memory.search.stop_words import WORDS as STOPS
from memory.words import UNSPACED, folded

_TOKEN = regex.compile(rf"[{UNSPACED}][\p{{M}}{UNSPACED}]*|[[\w]--[{UNSPACED}_]]+", regex.V1)
_RUN = regex.compile(rf"[{UNSPACED}]", regex.V1)
_SILENT = regex.compile("|".join(map(regex.escape, UNSPACED_STOPS)))


def tokens(text: str) -> list[str]:
    """The folded words of a text in order; a stretch of an unspaced script is one token."""
    found: list[str] = _TOKEN.findall(folded(text))
    return found


def is_run(token: str) -> bool:
    """Whether the token is of a script without spaces."""
    return _RUN.match(token) is not None


def counts(token: str) -> int:
    """How many words long a token is, roughly: two characters of an unspaced script make one."""
    return (len(token) + 1) // 2 if is_run(token) else 1


def says_something(token: str) -> bool:
    """Whether a token is worth keeping. Runs are kept whole: inside them a stop word is a part
    of longer words too."""
    return token not in STOPS


def keys(token: str) -> list[str]:
    """What a kept token is found by."""
    if not is_run(token):
        return [stem(token)]
    return [token] if len(token) == 1 else [a + b for a, b in pairwise(token)]


def question_tokens(text: str) -> list[str]:
    """The tokens of a question that say something; stop words part an unspaced stretch. A
    question of stop words alone has none."""
    found = []
    for token in tokens(text):
        if is_run(token):
            found += [part for part in _SILENT.split(token) if part]
        elif says_something(token):
            found.append(token)
    return found
