"""Values that only a word before them gives away: letter-only codes, names of tools and fields."""

from __future__ import annotations

import regex

from memory.facts.reading import Reading
from memory.facts.span import SpanKind

_LINKS = 4
_VOWELS = frozenset("aeiouAEIOU")
_CLUSTER = regex.compile(r"[bcdfghjklmnpqrstvwxz]{4}", regex.IGNORECASE)


def cued_in(reading: Reading) -> dict[int, SpanKind]:
    """position of a chain without digits -> what the words before it say it is."""
    cued: dict[int, SpanKind] = {}
    for at, found in enumerate(reading.found):
        if "code_cue" in found:
            _mark_code(reading, found["code_cue"], cued)
        if "name_cue" in found:
            _mark_name(reading, at, found["name_cue"], cued)
    return cued


def _mark_code(reading: Reading, at: int, cued: dict[int, SpanKind]) -> None:
    target, linked = _past_links(reading, at)
    if reading.shapes.get(target) == "word" and _looks_like_code(reading, target, linked):
        cued[target] = "id"


def _past_links(reading: Reading, at: int) -> tuple[int, bool]:
    linked = False
    for _ in range(_LINKS):
        at = reading.tokens.past_gap(at)
        if at >= len(reading.tokens) or "cue_link" not in reading.found[at]:
            break
        at, linked = reading.found[at]["cue_link"], True
    return reading.tokens.past_gap(at), linked


def _looks_like_code(reading: Reading, at: int, linked: bool) -> bool:
    word = reading.tokens.written(at)
    if not 4 <= len(word) <= 20 or not word.isascii():
        return False
    letters = [c for c in word if c.isalpha()]
    if word.isupper() and (linked or "-" in word or len(word) >= 5):
        return True
    vowels = sum(1 for c in letters if c in _VOWELS)
    odd = vowels * 4 <= len(letters) or _CLUSTER.search(word) is not None
    return linked and odd and len(word) >= 5


def _mark_name(reading: Reading, at: int, end: int, cued: dict[int, SpanKind]) -> None:
    """In Persian and Chinese a Latin word after "ابزار" or "工具" is its name; in English it is
    one after "tool named"."""
    target = reading.tokens.past_gap(end)
    if reading.tokens.kind(at) == "chain":
        link = reading.found[target].get("name_link") if target < len(reading.tokens) else None
        if link is None:
            return
        target = reading.tokens.past_gap(link)
    if reading.shapes.get(target) == "word" and reading.tokens.written(target).isascii():
        cued[target] = "symbol"
