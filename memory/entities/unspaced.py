"""Names in Chinese and Japanese, where nothing parts the words."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from memory.entities.words import chinese

Place = tuple[int, int]

_CLAUSE = regex.compile(r"[\p{Han}\p{Katakana}\p{Hiragana}A-Za-z0-9·・ー&.\-()（）]+")
_KATAKANA = regex.compile(r"\p{Katakana}[\p{Katakana}ー・]{2,}")
_FOREIGN = regex.compile(r"\p{Han}{1,6}(?:[·・]\p{Han}{1,8}){1,2}")
_HONOURED = regex.compile(r"[\p{Han}\p{Katakana}ー]{1,6}(?=さん|様|ちゃん|くん)")
_IN_BRACKETS = regex.compile(r"[(（][^()（）]{1,20}[)）]")
_BRANCH = regex.compile(r"(?:·\p{Han}{1,6})?[(（][^()（）]{1,20}[)）]|·\p{Han}{1,6}")
_TYPE = regex.compile("|".join(sorted(map(regex.escape, chinese.TYPES), key=len, reverse=True)))
_NAMELIKE = regex.compile(r"[\p{Han}A-Za-z][\p{Han}A-Za-z0-9·&]*")
_HAN = regex.compile(r"\p{Han}")
_LEAST, _MOST = 2, 8


def unspaced(text: str) -> Iterator[Place]:
    """Places of the names, in characters."""
    for pattern in (_KATAKANA, _HONOURED, chinese.PERSON):
        yield from (match.span() for match in pattern.finditer(text))
    for clause in _CLAUSE.finditer(text):
        if _HAN.search(clause[0]):
            for start, end, left in _pieces(text, *clause.span()):
                yield from _named(text, start, end, left)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """What stands between the words that are no part of a name, and the one before each."""
    brackets = [match.span() for match in _IN_BRACKETS.finditer(text, start, end)]
    left = ""
    for boundary in _boundaries(text, start, end):
        joins = boundary[0] in "和与跟"
        if joins and boundary.start() < start + _LEAST:
            continue  # the second character of 颐和园
        if not any(opened < boundary.start() < closed for opened, closed in brackets):
            yield start, boundary.start(), left
            left = left if joins else boundary[0]
            start = boundary.end()
    yield start, end, left


def _boundaries(text: str, start: int, end: int) -> list[regex.Match[str]]:
    found = [
        *chinese.BOUNDARY.finditer(text, start, end),
        *chinese.AND.finditer(text, start, end),
    ]
    return sorted(found, key=lambda match: match.start())


def _named(text: str, start: int, end: int, left: str) -> Iterator[Place]:
    """The name in a piece: up to the kind of thing that ends it, with its branch in brackets; or
    the whole piece, where the words around it speak for a name."""
    branch = _BRANCH.search(text, start + 1, end)
    if branch and branch[0].endswith(("店)", "店）")):
        yield start, branch.end()
        return
    kind = _last_type(text, start, end)
    if kind:
        longer = _BRANCH.match(text, kind.end())
        if not chinese.GENERIC.fullmatch(text, start, kind.start()):
            yield start, longer.end() if longer else kind.end()
    elif _FOREIGN.fullmatch(text, start, end) or (
        _may_be_a_name(text[start:end]) and (left in chinese.LEFT or chinese.RIGHT.match(text, end))
    ):
        yield start, end


def _last_type(text: str, start: int, end: int) -> regex.Match[str] | None:
    """The kind of thing that ends the name; of one that stands twice in a row the first."""
    last = None
    for match in _TYPE.finditer(text, start + 1, end):
        if last is None or match[0] != last[0] or match.start() != last.end():
            last = match
    return last


def _may_be_a_name(piece: str) -> bool:
    fits = _LEAST <= len(piece) <= _MOST and _NAMELIKE.fullmatch(piece) is not None
    return fits and piece not in chinese.COMMON and _HAN.search(piece) is not None
