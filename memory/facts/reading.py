"""A text made ready for the rules: what each chain looks like, which words mean what, and where
numbers begin and end. All of it in one pass each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import regex

from memory.facts.shapes import Shape, digits_in, shape_of
from memory.facts.tokens import Token, Tokens
from memory.facts.vocabulary import Found, Vocabulary

_GLUED = regex.compile(r"(\p{Nd}++(?:[.,:٫٬–−-]\p{Nd}++)*+)(\p{L}{1,8}(?:/\p{L}{1,4})?)")
_GLUED_MEANINGS = frozenset({"unit", "money", "scale_short", "daypart", "scale"})
_GROUPED = frozenset("-– ")
_MOST_GROUPS = 10
LONGEST_PHONE = 19
SHORTEST_PHONE = 7


@dataclass(frozen=True, slots=True)
class Reading:
    """shapes: chain position -> what it looks like · found: position -> meanings there ·
    numbers: position where a number begins -> position after it · groups: those of them that
    are several groups of digits, as phone and card numbers are written."""

    tokens: Tokens
    shapes: Mapping[int, Shape]
    found: tuple[Found, ...]
    numbers: Mapping[int, int]
    groups: frozenset[int]


def read(tokens: Tokens, words: Vocabulary) -> Reading:
    cut = _split_glued(tokens, words)
    shapes = {
        at: shape_of(cut.written(at)) for at, token in enumerate(cut.all) if token.kind == "chain"
    }
    found = tuple(words.found_at(cut, at) for at in range(len(cut)))
    numbers, groups = _numbers(cut, shapes, found)
    return Reading(cut, shapes, found, numbers, frozenset(groups))


def _split_glued(tokens: Tokens, words: Vocabulary) -> Tokens:
    """ "256GB" and "5pm" become a number and a unit without a gap between them."""
    cut: list[Token] = []
    for token in tokens.all:
        match = (
            _GLUED.fullmatch(tokens.text, token.start, token.end) if token.kind == "chain" else None
        )
        if match is None:
            cut.append(token)
            continue
        pieces = (
            Token("chain", token.start, match.end(1), token.folded[: len(match[1])]),
            Token("chain", match.start(2), token.end, token.folded[len(match[1]) :]),
        )
        meant = words.found_at(Tokens(tokens.text, pieces), 1)
        cut.extend(pieces if _GLUED_MEANINGS & set(meant) else (token,))
    return replace(tokens, all=tuple(cut))


def _numbers(
    tokens: Tokens, shapes: Mapping[int, Shape], found: tuple[Found, ...]
) -> tuple[dict[int, int], list[int]]:
    numbers: dict[int, int] = {}
    groups: list[int] = []
    at = 0
    while at < len(tokens):
        if shapes.get(at) == "number":
            end = _digit_groups(tokens, shapes, at)
            if end > at + 1:
                groups.append(at)
            else:
                end = _scaled(tokens, shapes, found, at + 1)
        else:
            end = _in_words(tokens, found, at)
        if end > at:
            numbers[at] = end
        at = max(end, at + 1)
    return numbers, groups


def _digit_groups(tokens: Tokens, shapes: Mapping[int, Shape], at: int) -> int:
    """The end of digit groups that belong together ("0 754 - 399 - 4513"), or at + 1."""
    end, digits, longest = at + 1, digits_in(tokens.written(at)), 0
    thousands = 1 <= digits <= 3
    first = tokens.written(at)
    for _ in range(_MOST_GROUPS):
        following = _next_group(tokens, shapes, end)
        if following is None:
            break
        group = tokens.written(following)
        plain = group.isdecimal()
        size = digits_in(group.split(",")[0].split(".")[0])
        thousands = thousands and size == 3
        if not plain and not (thousands and not set(group) & set(":/-–")):
            break
        longest = max(longest, size)
        digits += digits_in(group)
        end = following + 1
    if end == at + 1 or not all(c.isdecimal() or c in "-–" for c in first):
        return at + 1
    spaced = first[0] in "0۰" or tokens.kind(at - 1) == "sign" or longest >= 3
    return end if thousands or (digits >= SHORTEST_PHONE and spaced) else at + 1


def _next_group(tokens: Tokens, shapes: Mapping[int, Shape], end: int) -> int | None:
    """The next digits when one space, or a dash with spaces, stands before them."""
    at = end
    while at < len(tokens) and at < end + 3 and _joins_groups(tokens, at):
        at += 1
    close = end < at < len(tokens) and shapes.get(at) == "number"
    return at if close and tokens.all[at].start - tokens.all[end - 1].end <= 3 else None


def _joins_groups(tokens: Tokens, at: int) -> bool:
    return all(c in _GROUPED for c in tokens.written(at))


def _scaled(tokens: Tokens, shapes: Mapping[int, Shape], found: tuple[Found, ...], end: int) -> int:
    """ "2.5 million", "۷۰۰ هزار", "3万5千": scales and what follows them belong to the number."""
    while (at := tokens.past_gap(end)) < len(tokens):
        scale = found[at].get("scale")
        if scale is None:
            break
        if found[at].get("not_number", 0) > scale:
            break
        end = scale
        following = _after_joiner(tokens, found, end)
        if shapes.get(following) == "number" and following + 1 < len(tokens):
            after = tokens.past_gap(following + 1)
            if after < len(tokens) and "scale" in found[after]:
                end = following + 1
    return end


def _in_words(tokens: Tokens, found: tuple[Found, ...], at: int) -> int:
    """The end of a number in words that begins here, or `at`."""
    end = _number_word(found, at)
    if end == at:
        weak = found[at].get("weak_number", at)
        follow = tokens.past_gap(weak) if weak > at else at
        if weak == at or follow >= len(tokens) or not _strong(found, follow):
            return at
        if "not_number" in found[at]:
            return at
        end = weak
    while (following := _after_joiner(tokens, found, end)) < len(tokens):
        next_end = max(_number_word(found, following), _scale_end(found, following))
        if next_end == following and tokens.kind(following) == "han":
            next_end = _weak_han(tokens, found, following)
        if next_end == following:
            break
        end = next_end
    return end


def _strong(found: tuple[Found, ...], at: int) -> bool:
    return _number_word(found, at) > at or _scale_end(found, at) > at


def _number_word(found: tuple[Found, ...], at: int) -> int:
    end = found[at].get("number_word", at)
    return at if found[at].get("not_number", at) >= end else end


def _scale_end(found: tuple[Found, ...], at: int) -> int:
    end = found[at].get("scale", at)
    return at if found[at].get("not_number", at) >= end else end


def _weak_han(tokens: Tokens, found: tuple[Found, ...], at: int) -> int:
    one = tokens.written(at) == "一" and "not_number" not in found[at]
    return at + 1 if one and tokens.kind(at - 1) == "han" else at


def _after_joiner(tokens: Tokens, found: tuple[Found, ...], end: int) -> int:
    """Where the next part of a number in words would stand, past "and", "و" or a gap."""
    at = tokens.past_gap(end)
    joiner = found[at].get("number_joiner") if at < len(tokens) else None
    if joiner is not None:
        past = tokens.past_gap(joiner)
        if past < len(tokens) and _strong(found, past):
            return past
    return at
