"""A text made ready for the rules: what each chain looks like, which words mean what, and where
numbers begin and end. All of it in one pass each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import regex

from memory.facts.items import complete
from memory.facts.numbers import numbers_in
from memory.facts.shapes import Shape, shape_of
from memory.facts.tokens import Tokens, folded, tokens_of
from memory.facts.vocabulary import Found, all_words
from memory.remembered import remembered

_GLUED = regex.compile(
    r"(\p{Nd}++(?:[.,:٫٬–−-]\p{Nd}++)*+)(/?)"
    r"(?P<unit>\p{L}{1,8}[²³]?(?:/\p{L}{1,4}[²³]?)?|o['’]clock|[aApP]\.[mM])"
)
_GLUED_MEANINGS = frozenset({"unit", "unit_if_last", "money", "scale_short", "daypart", "scale"})
_COUNTED = frozenset({"number_word", "weak_number", "leading_scale", "tail_number"})

_NOTHING: Found = {}


@dataclass(frozen=True, slots=True)
class Reading:
    """shapes: chain position -> what it looks like, plain words left out · items: position ->
    what a rule can find there, with the position after it · numbers: position where a number
    begins -> position after it · groups: those of them that are several groups of digits."""

    tokens: Tokens
    shapes: Mapping[int, Shape]
    items: Mapping[int, Found]
    numbers: Mapping[int, int]
    groups: frozenset[int]

    def found(self, at: int) -> Found:
        return self.items.get(at, _NOTHING)


def read(text: str, timeout_s: float | None = None) -> Reading:
    """Raises TimeoutError when cutting the text takes longer than `timeout_s`."""
    tokens = tokens_of(text, timeout_s, _glued_number)
    shapes = _shapes(tokens)
    found = all_words().found_in(tokens)
    places = {at for at, shape in shapes.items() if shape == "number"}
    places.update(at for at, here in found.items() if not _COUNTED.isdisjoint(here))
    numbers = numbers_in(tokens, shapes, found, sorted(places))
    complete(found, tokens, shapes, numbers.ends)
    return Reading(tokens, shapes, found, numbers.ends, numbers.groups)


@remembered(1 << 13)
def _glued_number(chain: str) -> tuple[str, ...]:
    """ "256GB", "5pm" and "5/month" become a number and a unit without a gap between them."""
    if not (chain[0].isdecimal() and (chain[-1].isalpha() or chain[-1] in "²³")):
        return ()
    match = _GLUED.fullmatch(chain)
    if match is None or not all_words().knows(folded(match["unit"]), _GLUED_MEANINGS):
        return ()
    return tuple(piece for piece in match.groups() if piece)


def _shapes(tokens: Tokens) -> dict[int, Shape]:
    text = tokens.text
    return {
        at: shape
        for at, token in enumerate(tokens.all)
        if token.kind == "chain" and (shape := shape_of(text[token.start : token.end])) != "word"
    }
