"""A text made ready for the rules: what each chain looks like, which words mean what, and where
numbers begin and end. All of it in one pass each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import regex

from memory.facts.misspelt import meant_by
from memory.facts.numbers import numbers_in
from memory.facts.shapes import Shape, shape_of
from memory.facts.tokens import Tokens, folded, tokens_of
from memory.facts.vocabulary import Found, all_words

_GLUED = regex.compile(
    r"(\p{Nd}++(?:[.,:٫٬–−-]\p{Nd}++)*+)(/?)"
    r"(?P<unit>\p{L}{1,8}(?:/\p{L}{1,4})?|o['’]clock|[aApP]\.[mM])"
)
_GLUED_MEANINGS = frozenset({"unit", "unit_if_last", "money", "scale_short", "daypart", "scale"})
_COUNTED = frozenset({"number_word", "weak_number", "leading_scale", "tail_number"})
_MEASURES = frozenset({"unit", "money", "percent", "scale"})
_LONG_YEAR = 4  # words: "هزار و چهارصد و پنج"

READ_BY_ITSELF: Mapping[str, str] = {
    "number": "in digits or in words",
    "number_in_words": "in words alone",
    "digits": "one run of digits",
    "attached_digits": "digits with nothing to be seen between them and what stands before",
    "hour": "0 to 24 in digits",
    "hour_alone": "0 to 24 in digits, and no unit after it",
    "minutes": "00 to 59 in digits",
    "year": "four digits, or a long number in words",
    "ordinal": "1st, twenty-first",
    "ordinal_digits": "1st",
    "size": "5x10",
    "plus": "the sign of 18+",
    "capitals": "three capital letters after a number, as currencies are written",
    "date": "2026-11-29, ۱۴۰۵/۹/۸",
    "clock": "10:30",
}
"""Items of rules that are no words of a language."""

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
    for at, end in numbers.ends.items():
        _add_number(found.setdefault(at, {}), tokens, shapes.get(at), at, end)
    for at, shape in shapes.items():
        _add_shape(found, shape, at)
    for end in numbers.ends.values():
        if _is_plus(tokens, end):
            found.setdefault(end, {})["plus"] = end + 1
    for at, here in found.items():
        if "unit_if_last" in here and _is_last(tokens, found, at, here["unit_if_last"]):
            here["unit"] = here["unit_if_last"]
    for at, end in numbers.ends.items():
        after = tokens.past_gap(end)
        if "hour" in found[at] and found.get(after, _NOTHING).keys().isdisjoint(_MEASURES):
            found[at]["hour_alone"] = end
        if after not in found and after < len(tokens.all):
            _add_misspelt(found, tokens, after)
    for here in found.values():
        if here.get("not_number", 0) >= here.get("weak_number", 1 << 40):
            del here["weak_number"]  # 一番 says most, not one turn
        if "range_word" in here and tokens.past_gap(here["range_word"]) in numbers.ends:
            here.pop("unit", None)  # ۱۰ تا ۱۱ is a range, ۱۰ تا ten pieces
        if "ordinal_word" in here:
            here.setdefault("ordinal", here["ordinal_word"])
    return Reading(tokens, shapes, found, numbers.ends, numbers.groups)


@lru_cache(maxsize=1 << 13)
def _glued_number(chain: str) -> tuple[str, ...]:
    """ "256GB", "5pm" and "5/month" become a number and a unit without a gap between them."""
    if not (chain[0].isdecimal() and chain[-1].isalpha()):
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


def _add_number(
    here: dict[str, int], tokens: Tokens, shape: Shape | None, at: int, end: int
) -> None:
    here["number"] = end
    if shape is None:
        here["number_in_words"] = end
        if end - at >= _LONG_YEAR:
            here["year"] = end
        return
    digits = tokens.written(at)
    here["digits"] = at + 1
    if tokens.joined(at):
        here["attached_digits"] = at + 1
    if digits.isdecimal() and len(digits) <= 4:
        _add_small(here, digits, at + 1)


def _add_small(here: dict[str, int], digits: str, end: int) -> None:
    if len(digits) == 4:
        here["year"] = end
    elif len(digits) <= 2:
        if int(digits) <= 24:
            here["hour"] = end
        if len(digits) == 2 and int(digits) < 60:
            here["minutes"] = end


def _add_misspelt(found: dict[int, dict[str, int]], tokens: Tokens, at: int) -> None:
    """What follows a number and is nearly a unit or a currency."""
    word = tokens.written(at)
    if len(word) == 3 and word.isalpha() and word.isupper():
        found[at] = {"capitals": at + 1}
    elif tokens.all[at].kind in ("chain", "letters"):
        meaning = meant_by(tokens.all[at].folded)
        if meaning is not None:
            found[at] = {meaning: at + 1}


def _is_last(tokens: Tokens, found: Mapping[int, Found], at: int, end: int) -> bool:
    """ "11 in" is eleven inches, "8 in Paris" is not."""
    after = tokens.past_gap(end)
    if tokens.joined(at) and tokens.kind(at - 1) == "chain":
        return True
    return tokens.kind(after) != "chain" or "dimension" in found.get(after, _NOTHING)


def _is_plus(tokens: Tokens, at: int) -> bool:
    """ "18+", but not 18 + 5."""
    glued = at < len(tokens.all) and tokens.written(at) in ("+", "＋")
    return glued and tokens.kind(at + 1) != "chain"


def _add_shape(found: dict[int, dict[str, int]], shape: Shape, at: int) -> None:
    if shape in ("date", "clock", "size"):
        found.setdefault(at, {})[shape] = at + 1
    elif shape == "ordinal":
        found.setdefault(at, {}).update(ordinal=at + 1, ordinal_digits=at + 1)
