"""Finds the value that stands at a place: what the rules say, what a chain is by itself, and what
belongs to it: sign, range, comparator."""

from __future__ import annotations

import regex

from memory.facts.reading import LONGEST_PHONE, Reading
from memory.facts.rules import RuleBook, Value
from memory.facts.shapes import digits_in
from memory.facts.span import SpanKind

_RANGED = frozenset({"number", "quantity", "price", "time", "date"})
_BOUNDED = frozenset({"number", "quantity", "price", "time"})
_SIGNED = frozenset({"number", "quantity", "price", "phone"})
_OWN: dict[str, SpanKind] = {
    "date": "date",
    "clock": "time",
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
_SHORTEST_PHONE = 9
_MOBILE = regex.compile(r"1[3-9]\d{9}|[+0۰٠０].*")


class ValueReader:
    """Reads values of one text; every call looks at a bounded number of tokens, or passes over
    those it then takes."""

    def __init__(self, reading: Reading, rules: RuleBook) -> None:
        self._reading = reading
        self._tokens = reading.tokens
        self._rules = rules

    def value_at(self, at: int) -> Value | None:
        """The longest value that begins at the token, with all that belongs to it."""
        bound = self._reading.found[at].get("comparator")
        if bound is not None:
            inner = self._bounded(self._tokens.past_gap(bound))
            if inner is not None:
                return Value("constraint", self._with_bound_after(inner).end)
        value = self._name(at) or self._ranged(at)
        return self._with_bound_after(value) if value else None

    def _bounded(self, at: int) -> Value | None:
        value = self._ranged(at) if at < len(self._tokens) else None
        if value is None:
            end = self._found(at, "weak_number")
            return Value("number", end) if end else None
        return value if value.kind in _BOUNDED else None

    def _with_bound_after(self, value: Value) -> Value:
        if value.kind not in _BOUNDED:
            return value
        end = self._found(self._tokens.past_gap(value.end), "comparator_after")
        return Value("constraint", end) if end else value

    def _ranged(self, at: int) -> Value | None:
        value = self._signed(at)
        while value is not None and value.kind in _RANGED:
            longer = self._range_from(value)
            if longer is None:
                break
            value = longer
        return value

    def _range_from(self, value: Value) -> Value | None:
        at = self._tokens.past_gap(value.end)
        end = self._found(at, "range_sign")
        if end is None and value.kind != "price":
            end = self._found(at, "range_word")
        if end is None:
            return None
        second = self._unsigned(self._tokens.past_gap(end))
        return second if second is not None and second.kind in _RANGED else None

    def _signed(self, at: int) -> Value | None:
        if self._opens_area_code(at):
            return self._area_code(at)
        if self._found(at, "sign") is None or self._tokens.kind(at + 1) == "gap":
            return self._unsigned(at)
        value = self._unsigned(at + 1)
        if value is None or self._touches_a_value(at):
            return self._unsigned(at)
        if self._tokens.written(at) == "+" and self._is_long(at + 1, value.end):
            return Value("phone", value.end)
        return value if value.kind in _SIGNED else self._unsigned(at)

    def _touches_a_value(self, at: int) -> bool:
        return self._tokens.kind(at - 1) in ("chain", "letters")

    def _is_long(self, at: int, end: int) -> bool:
        return _SHORTEST_PHONE <= digits_in(self._text(at, end)) <= LONGEST_PHONE

    def _opens_area_code(self, at: int) -> bool:
        inside = self._reading.numbers.get(at + 1)
        return (
            at + 2 < len(self._tokens)
            and self._tokens.written(at) in "(（"
            and inside == at + 2
            and self._tokens.written(at + 1).isdecimal()
            and self._tokens.written(at + 2) in ")）"
        )

    def _area_code(self, at: int) -> Value | None:
        """（010）84659299: the parentheses belong to the phone number."""
        start = self._tokens.past_gap(at + 3)
        end = self._reading.numbers.get(start)
        if end is None or digits_in(self._text(start, end)) < 5:
            return None
        return Value("phone", end)

    def _unsigned(self, at: int) -> Value | None:
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
        phone = self._tokens.written(at)[0] in "0۰٠０" and self._is_long(at, end)
        return Value("phone" if phone else "id", end)

    def _own(self, at: int) -> Value | None:
        """What a chain or a number in words is when no rule knows more."""
        shape = self._reading.shapes.get(at)
        if shape is None or shape == "word":
            return self._in_words(at)
        if shape == "number":
            end = self._reading.numbers[at]
            text = self._text(at, end)
            phone = self._is_long(at, end) and _MOBILE.fullmatch(text) is not None
            return Value("phone" if phone else "number", end)
        kind = _OWN.get(shape)
        return Value(kind, at + 1) if kind else None

    def _in_words(self, at: int) -> Value | None:
        end = self._reading.numbers.get(at)
        if end is None or self._found(at, "not_alone") == end:
            return None
        lone = self._tokens.kind(at) == "han" and end == at + 1
        return None if lone else Value("number", end)

    def _name(self, at: int) -> Value | None:
        """ "Pixel 7", "TR 4765": a name or prefix in capitals that the digits belong to."""
        number = at + 2
        if self._reading.shapes.get(at) not in ("word", "symbol") or not self._capital(at):
            return None
        if self._tokens.kind(at + 1) != "gap" or not self._plain_digits(number):
            return None
        word = self._tokens.written(at)
        if word.isupper() and 2 <= len(word) <= 5 and len(self._tokens.written(number)) >= 3:
            return Value("id", number + 1)
        short = len(self._tokens.written(number)) <= _LONGEST_NAME_NUMBER
        return Value("name", number + 1) if short and self._is_inside(at) else None

    def _capital(self, at: int) -> bool:
        word = self._tokens.written(at)
        if not word.isalpha() or not any(c.isupper() for c in word[:2]):
            return False
        return _NOT_NAMES.isdisjoint(self._reading.found[at])

    def _plain_digits(self, at: int) -> bool:
        """Digits alone: no unit, no range, no other value begins here."""
        if at >= len(self._tokens) or not self._tokens.written(at).isdecimal():
            return False
        value = self._ranged(at)
        return value is not None and value.kind == "number" and value.end == at + 1

    def _is_inside(self, at: int) -> bool:
        """Not the first word of a sentence, where every word has a capital letter."""
        if self._reading.shapes[at] == "symbol":
            return True
        before = at - 1 if self._tokens.kind(at - 1) != "gap" else at - 2
        return self._tokens.kind(before) in ("chain", "letters", "han")

    def _found(self, at: int, meaning: str) -> int | None:
        return self._reading.found[at].get(meaning) if 0 <= at < len(self._tokens) else None

    def _text(self, at: int, end: int) -> str:
        return self._tokens.text[self._tokens.all[at].start : self._tokens.all[end - 1].end]
