"""Finds the value that stands at a place by itself: what the rules say, what a chain is, what a
name with digits is, and the sign before it. What several values make together
is in ranges, and words that are a part of values in phrases."""

from __future__ import annotations

import regex

from memory.facts.numbers import LONGEST_PHONE
from memory.facts.reading import Reading
from memory.facts.rules import RuleBook, Value
from memory.facts.shapes import digits_in
from memory.facts.span import SpanKind

_SIGNED = frozenset({"number", "quantity", "price", "phone"})
_OWN: dict[str, SpanKind] = {
    "date": "date",
    "clock": "time",
    "size": "id",
    "version": "version",
    "ip": "ip",
    "id": "id",
    "symbol": "symbol",
    "path": "path",
}
_NOT_NAMES = frozenset(
    {"not_name", "month", "weekday", "comparator", "money_code", "name_cue", "number_word"}
)
_LONGEST_NAME_NUMBER = 4
_LETTERS = frozenset({"letter_name", "letter_after", "scale", "leading_scale", "round_number"})
_LONGEST_PREFIX = 3
_SHORTEST_PHONE = 9
_MOBILE = regex.compile(r"1[3-9]\d{9}|[+0۰٠０].*")
_ZEROES = "0۰٠०０"


class ValueReader:
    """Reads single values of one text; every call looks at a bounded number of tokens, or passes
    over those it then takes."""

    def __init__(self, reading: Reading, rules: RuleBook) -> None:
        self._reading = reading
        self._tokens = reading.tokens
        self._rules = rules
        self._known: dict[int, Value | None] = {}

    def value_at(self, at: int) -> Value | None:
        """With its sign, or the parentheses around its area code."""
        kind = self._tokens.kind(at)
        if kind == "letters" and (attached := self._attached(at)):
            return attached
        if kind != "sign":
            return self.unsigned(at)
        if self._opens_area_code(at):
            return self._area_code(at)
        if "sign" not in self._reading.found(at) or self._tokens.kind(at + 1) == "gap":
            return self.unsigned(at)
        return self._signed(at) or self.unsigned(at)

    def _signed(self, at: int) -> Value | None:
        value = self.unsigned(at + 1)
        if value is None or self._tokens.kind(at - 1) in ("chain", "letters"):
            return None
        if self._tokens.written(at) in "+＋" and self._is_long(at + 1, value.end):
            return Value("phone", value.end)
        return value if value.kind in _SIGNED else None

    def _attached(self, at: int) -> Value | None:
        """ "الف۱۲۳", "ب-۱۲": a letter or two, no word, glued to digits are one code."""
        if not self._reading.found(at).keys() <= _LETTERS:
            return None
        if len(self._tokens.written(at)) > _LONGEST_PREFIX:
            return None
        hyphen = self._tokens.kind(at + 1) == "sign" and self._tokens.written(at + 1) == "-"
        digits = at + 2 if hyphen else at + 1
        value = self.unsigned(digits) if self._reading.shapes.get(digits) == "number" else None
        return Value("id", value.end) if value is not None and value.kind == "number" else None

    def _is_long(self, at: int, end: int) -> bool:
        return _SHORTEST_PHONE <= digits_in(self._text(at, end)) <= LONGEST_PHONE

    def _opens_area_code(self, at: int) -> bool:
        return (
            self._reading.numbers.get(at + 1) == at + 2
            and at + 2 < len(self._tokens)
            and self._tokens.written(at) in "(（"
            and self._tokens.written(at + 1).isdecimal()
            and self._tokens.written(at + 2) in ")）"
        )

    def _area_code(self, at: int) -> Value | None:
        """（010）84659299: the parentheses belong to the phone number."""
        start = self._tokens.past_gap(at + 3)
        if start < len(self._tokens) and self._tokens.written(start) in "-–—－":
            start = self._tokens.past_gap(start + 1)
        end = self._reading.numbers.get(start)
        if end is None or digits_in(self._text(start, end)) < 5:
            return None
        return Value("phone", self._with_extension(end))

    def unsigned(self, at: int) -> Value | None:
        if at not in self._known:
            self._known[at] = self._read(at)
        return self._known[at]

    def _read(self, at: int) -> Value | None:
        if at >= len(self._tokens):
            return None
        if at in self._reading.groups:
            return self._grouped(at)
        ruled, own = self._rules.value_at(self._reading, at), self._own(at)
        if ruled is None or own is None:
            return ruled or own
        return own if own.end > ruled.end else ruled

    def _grouped(self, at: int) -> Value:
        ruled = self._rules.value_at(self._reading, at)
        if ruled is not None and ruled.end > self._reading.numbers[at]:
            return ruled
        end = self._reading.numbers[at]
        phone = self._tokens.written(at)[0] in _ZEROES and self._is_long(at, end)
        return Value("phone", self._with_extension(end)) if phone else Value("id", end)

    def _own(self, at: int) -> Value | None:
        """What a chain or a number in words is when no rule knows more."""
        shape = self._reading.shapes.get(at)
        if shape is None:
            return self._in_words(at)
        if shape == "number":
            end = self._reading.numbers.get(at, at + 1)
            text = self._text(at, end)
            if self._is_long(at, end) and _MOBILE.fullmatch(text) is not None:
                return Value("phone", self._with_extension(end))
            lettered = self._lettered(end)
            return Value("id", lettered) if lettered > end else Value("number", end)
        kind = _OWN.get(shape)
        return Value(kind, at + 1) if kind else None

    def _lettered(self, end: int) -> int:
        """The end of "۱۲۳۴-الف", digits and a letter of a script that is no part of a chain, or
        `end` itself."""
        hyphen = end < len(self._tokens) and self._tokens.written(end) == "-"
        if not hyphen or self._tokens.kind(end + 1) != "letters":
            return end
        letter = self._tokens.written(end + 1)
        return end + 2 if len(letter) == 1 or letter == "الف" else end

    def _with_extension(self, end: int) -> int:
        """010-84659299转8001, 0123 456 789 ext. 12: the extension belongs to the number."""
        extension = self._found(self._tokens.past_gap(end), "extension")
        if extension is None:
            return end
        digits = self._tokens.past_gap(extension)
        plain = self._reading.shapes.get(digits) == "number"
        return digits + 1 if plain and len(self._tokens.written(digits)) <= 6 else end

    def _in_words(self, at: int) -> Value | None:
        end = self._reading.numbers.get(at)
        if end is None or self._found(at, "not_alone") == end:
            return None
        lone = self._tokens.kind(at) == "han" and end == at + 1
        return None if lone else Value("number", end)

    def name_at(self, at: int) -> Value | None:
        """ "Pixel 7", "TR 4765": a name or prefix in capitals that the digits belong to."""
        number = at + 2
        if not self._plain_digits(number) or not self._is_capital(at):
            return None
        word = self._tokens.written(at)
        digits = self._tokens.written(number)
        if word.isupper() and 2 <= len(word) <= 5 and len(digits) >= 3 and digits.isdecimal():
            return Value("id", number + 1)
        short = len(digits) <= _LONGEST_NAME_NUMBER
        named = self._is_inside(at) or self._is_subject(at, number + 1)
        return Value("name", self._with_product_word(number + 1)) if short and named else None

    def _with_product_word(self, end: int) -> int:
        """iPhone 15 Pro."""
        return self._found(self._tokens.past_gap(end), "product_word") or end

    def _is_capital(self, at: int) -> bool:
        if self._reading.shapes.get(at) not in (None, "symbol"):
            return False
        word = self._tokens.written(at)
        if not word.replace("-", "").isalpha() or not any(c.isupper() for c in word[:2]):
            return False
        return _NOT_NAMES.isdisjoint(self._reading.found(at))

    def _plain_digits(self, at: int) -> bool:
        """Digits alone: no unit, and no other value begins here."""
        if self._reading.shapes.get(at) != "number":
            return False
        if not self._tokens.written(at).replace(".", "").isdecimal():
            return False
        value = self.unsigned(at)
        return value is not None and value.kind == "number" and value.end == at + 1

    def _is_inside(self, at: int) -> bool:
        """Not the first word of a sentence, where every word has a capital letter."""
        if self._reading.shapes.get(at) == "symbol":
            return True
        return self._tokens.kind(self._tokens.before_gap(at)) in ("chain", "letters", "han")

    def _is_subject(self, at: int, end: int) -> bool:
        """ "Pixel 7 is": as a first word, a name only where a verb says so."""
        return "is_verb" in self._reading.found(self._tokens.past_gap(end))

    def _found(self, at: int, meaning: str) -> int | None:
        return self._reading.found(at).get(meaning)

    def _text(self, at: int, end: int) -> str:
        return self._tokens.text[self._tokens.all[at].start : self._tokens.all[end - 1].end]
