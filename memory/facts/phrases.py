"""Values with the words that are a part of them: at most, after, about, per night, or later."""

from __future__ import annotations

from memory.facts.ranges import MOMENTS, RangeReader
from memory.facts.reading import Reading
from memory.facts.rules import Value
from memory.facts.values import ValueReader

_BOUNDED = frozenset({"number", "quantity", "price", "time"})
_MEASURED = frozenset({"quantity", "price", "time", "date"})
_NUMBERING = frozenset({"number", "version"})
_NO_MONTHS = frozenset({"may", "march", "آب"})
_LONGEST_NUMBERING = 5  # characters
_RATED = frozenset({"number", "quantity", "price"})
OPENERS = frozenset(
    {"comparator", "locator", "approximately", "time_bound", "between", "range_from", "in_month"}
)
"""Meanings of words that a value can begin with although they are no values themselves."""
_RIVALS = OPENERS | {"daypart", "part_of_day", "time_word", "relative_day"}
"""The longest of them counts: "بعد از ظهر" is the afternoon, not after something."""


class PhraseReader:
    """Reads the longest value at a place; every call is bounded or consumes what it reads."""

    def __init__(self, reading: Reading, values: ValueReader) -> None:
        self._reading = reading
        self._tokens = reading.tokens
        self._values = values
        self._ranges = RangeReader(reading, values)
        self._openers = (
            ("comparator", self._bounded),
            ("locator", self._located),
            ("approximately", self._measured),
            ("time_bound", self._moment),
            ("between", self._ranges.after_between),
            ("range_from", self._ranges.after_from),
            ("in_month", self._month),
        )

    def value_at(self, at: int) -> Value | None:
        value = self._opened(at) or self._values.name_at(at) or self._ranges.value_at(at)
        if value is None:
            return None
        if "every" in self._reading.found(at):
            value = self._ranges.recurring(value)
        return self._with_bound_after(value)

    def _opened(self, at: int) -> Value | None:
        """The value after a word that belongs to it."""
        found = self._reading.found(at)
        if found.keys().isdisjoint(OPENERS):
            return None
        longest = max(end for meaning, end in found.items() if meaning in _RIVALS)
        after = self._tokens.past_gap(longest)
        for meaning, read in self._openers:
            if found.get(meaning) == longest and (value := read(after)) is not None:
                return value
        return None

    def _bounded(self, at: int) -> Value | None:
        """at most 5 kg, no more than one"""
        value = self._ranges.value_at(at)
        if value is None:
            end = self._found(at, "weak_number") or self._found(at, "one")
            counted = self._found(self._tokens.past_gap(end), "unit") if end else None
            return Value("constraint", counted or end) if end else None
        if value.kind not in _BOUNDED:
            return None
        return Value("constraint", self._with_bound_after(value).end)

    def _located(self, at: int) -> Value | None:
        """page 45, room 101: what is numbered belongs to its number. A code is one by itself."""
        inner = self._ranges.value_at(at)
        if inner is None or inner.kind not in _NUMBERING:
            return None
        return inner if len(self._tokens.written(at)) <= _LONGEST_NUMBERING else None

    def _measured(self, at: int) -> Value | None:
        """about 50 minutes"""
        inner = self._ranges.value_at(at)
        return inner if inner is not None and inner.kind in _MEASURED else None

    def _moment(self, at: int) -> Value | None:
        """after 13:00, by Friday"""
        inner = self._ranges.value_at(at)
        return inner if inner is not None and inner.kind in MOMENTS else None

    def _month(self, at: int) -> Value | None:
        """in March; by itself the name of a month says many other things."""
        end = self._found(at, "month")
        if end is not None and self._tokens.written(at) in _NO_MONTHS:
            return None
        whole = self._values.value_at(at) if end is not None else None
        return Value("date", end) if end is not None and whole is None else None

    def _with_bound_after(self, value: Value) -> Value:
        """5 kg or more, 13:00 or later"""
        value = self._with_rate(value)
        after = self._tokens.past_gap(value.end)
        bound, moment = self._found(after, "comparator_after"), self._moment_end(value, after)
        if moment and moment >= (bound or 0):
            return Value(value.kind, moment)
        return Value("constraint", bound) if bound and value.kind in _BOUNDED else value

    def _moment_end(self, value: Value, after: int) -> int:
        """The end of "or later", 之前 … behind a time or a date, or 0."""
        end = self._found(after, "time_bound_after")
        if value.kind not in MOMENTS or end is None:
            return 0
        return end if self._reading.found(after).get("not_bound", 0) < end else 0

    def _with_rate(self, value: Value) -> Value:
        """12 EUR per night, 3 times a day, 16 GBP payable at the station"""
        if value.kind not in _RATED:
            return value
        after = self._tokens.past_gap(value.end)
        comma = self._tokens.past_gap(self._found(after, "comma") or after)
        note = self._found(after, "price_note") or self._found(comma, "price_condition")
        if value.kind == "price" and note is not None:
            return Value(value.kind, note)
        end = self._per_what(self._found(after, "per")) or self._a_what(after)
        return Value(value.kind, end) if end else value

    def _a_what(self, after: int) -> int:
        """The end of "a day", or 0."""
        article = self._found(after, "article")
        return (article and self._found(self._tokens.past_gap(article), "unit")) or 0

    def _per_what(self, per: int | None) -> int:
        """The end of what a rate is counted by, or 0."""
        if per is None:
            return 0
        at = self._tokens.past_gap(per)
        unit = self._found(at, "unit")
        if unit is not None:
            return unit
        inner = self._values.value_at(at)
        if inner is not None and inner.kind in ("quantity", "number"):
            return inner.end
        return at + 1 if self._tokens.kind(at) in ("chain", "letters") else 0

    def _found(self, at: int, meaning: str) -> int | None:
        return self._reading.found(at).get(meaning)
