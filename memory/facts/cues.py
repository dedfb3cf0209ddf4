"""Values that only a word before them gives away: letter-only codes, codes written in pieces,
names of tools and fields."""

from __future__ import annotations

import regex

from memory.facts.reading import Reading
from memory.facts.rules import Value
from memory.facts.shapes import has_digit

_LINKS = 4
_PIECES = 8
_LONGEST_PIECE = 4
_VOWELS = frozenset("aeiouAEIOU")
_CLUSTER = regex.compile(r"[bcdfghjklmnpqrstvwxz]{4}", regex.IGNORECASE)
_BETWEEN_PIECES = frozenset(".,- ")
_IN_PASSWORDS = frozenset("!@#$%^&*~")
_LAST_IN_PASSWORDS = frozenset("@#$^&*~")


def cued_in(reading: Reading) -> dict[int, Value]:
    """position -> what the words before it say that it is."""
    cued: dict[int, Value] = {}
    for at, found in reading.items.items():
        if "code_cue" in found:
            _mark_code(reading, found["code_cue"], cued)
        if "name_cue" in found:
            _mark_name(reading, at, found["name_cue"], cued)
    return cued


def _mark_code(reading: Reading, at: int, cued: dict[int, Value]) -> None:
    target, linked = _past_links(reading, at)
    if target >= len(reading.tokens) or reading.tokens.kind(target) != "chain":
        return
    end = _pieces_end(reading, target)
    if (secret := _secret_end(reading, target)) > max(end, target + 1):
        cued[target] = Value("id", secret)
    elif end > target + 1:
        cued[target] = Value("id", end)
    elif target not in reading.shapes and _looks_like_code(reading, target, linked):
        cued[target] = Value("id", target + 1)


def _past_links(reading: Reading, at: int) -> tuple[int, bool]:
    linked = False
    for _ in range(_LINKS):
        at = reading.tokens.past_gap(at)
        link = reading.found(at).get("cue_link")
        if link is None:
            break
        at, linked = link, True
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


def _pieces_end(reading: Reading, at: int) -> int:
    """The end of a code in pieces ("cb22 ha", "c.b 1, 7 d.y"), or `at` when it is none."""
    tokens, end, digits, letters = reading.tokens, at, False, False
    for _ in range(_PIECES):
        place = at if end == at else _next_piece(reading, end)
        if place is None or not _is_piece(reading, place):
            break
        written = tokens.written(place)
        digits = digits or has_digit(written)
        letters = letters or any(c.isalpha() for c in written)
        end = place + 1
    return end if digits and letters else at


def _secret_end(reading: Reading, at: int) -> int:
    """The end of a password like "hunter2!Lamp", or `at`: chains and signs of passwords without
    a gap, a digit among them, and at their end no mark that could end the sentence."""
    tokens, end, digits = reading.tokens, at, False
    for place in range(at, min(at + 2 * _PIECES, len(tokens))):
        written = tokens.written(place)
        if tokens.kind(place) == "chain" and written.isascii():
            digits = digits or has_digit(written)
            end = place + 1
        elif written not in _IN_PASSWORDS:
            break
        elif written in _LAST_IN_PASSWORDS:
            end = place + 1
    return end if digits else at


def _next_piece(reading: Reading, end: int) -> int | None:
    """The next chain, when at most two marks stand before it and one of them is a gap."""
    at = end
    while at < len(reading.tokens) and at < end + 2 and _is_between(reading, at):
        at += 1
    return at if at > end and reading.tokens.kind(at) == "chain" else None


def _is_between(reading: Reading, at: int) -> bool:
    return reading.tokens.written(at) in _BETWEEN_PIECES


def _is_piece(reading: Reading, at: int) -> bool:
    """Short and no word: with a digit, or one or two letters."""
    written = reading.tokens.written(at)
    if len(written) > _LONGEST_PIECE or not written.isascii():
        return False
    found = reading.found(at)
    if has_digit(written):
        return reading.numbers.get(at, at + 1) == at + 1 and not _counts(reading, at)
    letters = sum(1 for c in written if c.isalpha())
    return letters <= 2 and "not_name" not in found and "range_word" not in found


def _counts(reading: Reading, at: int) -> bool:
    """A number with its unit or its money is none of a code's pieces."""
    after = reading.found(reading.tokens.past_gap(at + 1))
    return not after.keys().isdisjoint({"unit", "money", "daypart", "month", "scale"})


def _mark_name(reading: Reading, at: int, end: int, cued: dict[int, Value]) -> None:
    """In Persian and Chinese a Latin word after "ابزار" or "工具" is its name; in English it is
    one after "tool named"."""
    target = reading.tokens.past_gap(end)
    if reading.tokens.kind(at) == "chain":
        link = reading.found(target).get("name_link")
        if link is None:
            return
        target = reading.tokens.past_gap(link)
    plain = reading.tokens.kind(target) == "chain" and target not in reading.shapes
    if plain and reading.tokens.written(target).isascii():
        cued[target] = Value("symbol", target + 1)
