"""What rules can find at each place of a text: words by their meaning, and what is no word of a
language: numbers, hours, years, dates in digits, signs that belong to a number."""

from __future__ import annotations

from collections.abc import Mapping

from memory.facts.misspelt import meant_by
from memory.facts.shapes import Shape
from memory.facts.tokens import Tokens

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
    "glued": "digits and letters in one chain: 3k/mo",
    "plus": "the sign of 18+",
    "capitals": "three capital letters after a number, as currencies are written",
    "date": "2026-11-29, ۱۴۰۵/۹/۸",
    "clock": "10:30",
}
"""Items of rules that are no words of a language."""

_MEASURES = frozenset({"unit", "money", "percent", "scale"})
_LONG_YEAR = 4  # words: "هزار و چهارصد و پنج"
_NO_END = 1 << 40

Items = dict[int, dict[str, int]]
"""position -> what stands there -> the position after it"""


def complete(
    words: Items, tokens: Tokens, shapes: Mapping[int, Shape], numbers: Mapping[int, int]
) -> None:
    """Adds to the words that were found everything else that rules ask for, and takes away what
    the neighbourhood rules out. numbers: position -> position after it."""
    for at, end in numbers.items():
        _add_number(words.setdefault(at, {}), tokens, shapes.get(at), at, end)
    for at, shape in shapes.items():
        _add_shape(words, shape, at, tokens)
    for at, here in words.items():
        _settle(here, at, words, tokens, numbers)
    for at, end in numbers.items():
        _add_after(words, tokens, at, end)


def _add_number(
    here: dict[str, int], tokens: Tokens, shape: Shape | None, at: int, end: int
) -> None:
    here["number"] = end
    if shape is None:
        here["number_in_words"] = end
        if end - at >= _LONG_YEAR:
            here["year"] = end
        return
    here["digits"] = at + 1
    if tokens.joined(at):
        here["attached_digits"] = at + 1
    digits = tokens.written(at)
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


def _add_shape(words: Items, shape: Shape, at: int, tokens: Tokens) -> None:
    if shape in ("date", "clock", "size"):
        words.setdefault(at, {})[shape] = at + 1
    elif shape == "ordinal":
        words.setdefault(at, {}).update(ordinal=at + 1, ordinal_digits=at + 1)
    elif shape == "id" and tokens.written(at)[0].isdecimal():
        words.setdefault(at, {})["glued"] = at + 1


def _settle(
    here: dict[str, int], at: int, words: Items, tokens: Tokens, numbers: Mapping[int, int]
) -> None:
    if here.get("not_number", 0) >= here.get("weak_number", _NO_END):
        del here["weak_number"]  # 一番 says most, not one turn
    if "range_word" in here and tokens.past_gap(here["range_word"]) in numbers:
        here.pop("unit", None)  # ۱۰ تا ۱۱ is a range, ۱۰ تا ten pieces
    if "clock" in words.get(tokens.past_gap(here.get("clock_cue", at)), {}):
        here.pop("unit", None)  # سکوی ۴ ساعت ۱۷:۰۸: the word belongs to the time
    if "unit_if_last" in here and _is_last(tokens, words, at, here["unit_if_last"]):
        here["unit"] = here["unit_if_last"]
    if "ordinal_word" in here:
        here.setdefault("ordinal", here["ordinal_word"])


def _is_last(tokens: Tokens, words: Items, at: int, end: int) -> bool:
    """ "11 in" is eleven inches, "8 in Paris" is not."""
    after = tokens.past_gap(end)
    if tokens.joined(at) and tokens.kind(at - 1) == "chain":
        return True
    return tokens.kind(after) != "chain" or "dimension" in words.get(after, {})


def _add_after(words: Items, tokens: Tokens, at: int, end: int) -> None:
    """What the word or sign after a number makes of it, and the number of that word."""
    after = tokens.past_gap(end)
    if "hour" in words[at] and words.get(after, {}).keys().isdisjoint(_MEASURES):
        words[at]["hour_alone"] = end
    if _is_plus(tokens, end):
        words.setdefault(end, {})["plus"] = end + 1
    if after not in words and after < len(tokens.all):
        _add_unlisted(words, tokens, after)


def _is_plus(tokens: Tokens, at: int) -> bool:
    """ "18+", but not 18 + 5."""
    glued = at < len(tokens.all) and tokens.written(at) in ("+", "＋")
    return glued and tokens.kind(at + 1) != "chain"


def _add_unlisted(words: Items, tokens: Tokens, at: int) -> None:
    """What follows a number and is nearly a unit or a currency, or one unit by another."""
    word = tokens.written(at)
    if len(word) == 3 and word.isalpha() and word.isupper():
        words[at] = {"capitals": at + 1}
    elif tokens.all[at].kind in ("chain", "letters"):
        meaning = meant_by(tokens.all[at].folded)
        if meaning is not None:
            words[at] = {meaning: at + 1}
