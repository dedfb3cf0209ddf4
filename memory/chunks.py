"""Cuts a text into overlapping chunks, the pieces that are embedded. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import regex

CHUNK = 500
OVERLAP = 50
"""Code points, as in the founding documents; e5 reads up to 512 tokens, and 500 characters stay
below that in every script measured."""

_CHARACTERS = regex.compile(r"\X")


def chunks(text: str, size: int = CHUNK, overlap: int = OVERLAP) -> tuple[str, ...]:
    """Pieces of at most `size` code points, each beginning up to `overlap` before the end of the
    one before it; () for a text of nothing but white space.

    A character as people see it (a letter with its marks, a flag, a family of emoji) is never
    cut, unless it alone is longer than `size`.
    """
    text = text.strip()
    if len(text) <= size:
        return (text,) if text else ()
    return tuple(text[start:end] for start, end in _spans(text, size, overlap))


def _spans(text: str, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    edges = [character.end() for character in _CHARACTERS.finditer(text)]
    start = 0
    while len(text) - start > size:
        end = _edge_up_to(edges, start + size, above=start) or start + size
        yield start, end
        start = _edge_up_to(edges, end - overlap, above=start) or end
    yield start, len(text)


def _edge_up_to(edges: list[int], most: int, *, above: int) -> int | None:
    """The last edge between characters that is at most `most`, if it lies after `above`."""
    place = bisect_right(edges, most)
    found = edges[place - 1] if place else 0
    return found if found > above else None
