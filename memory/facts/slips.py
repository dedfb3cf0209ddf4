"""The commonest slips of the pen in a word: a letter left out, doubled or swapped."""

from __future__ import annotations

from collections.abc import Iterator

SHORTEST = 6  # letters; a shorter word with a slip is too often another word


def slips_of(word: str) -> Iterator[str]:
    """Nothing for short words, for several words, and for scripts that have no letters."""
    if len(word) < SHORTEST or not word.isalpha() or word[0] >= "\u2e80":
        return
    for at in range(1, len(word)):
        before, letter, after = word[:at], word[at], word[at + 1 :]
        yield before + after
        yield before + letter * 2 + after
        if after:
            yield before + after[0] + letter + after[1:]
