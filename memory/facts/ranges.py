"""What values make together: a range, a bound, a rate, a number of one or the other."""

from __future__ import annotations

from memory.facts.reading import Reading
from memory.facts.rules import Value
from memory.facts.span import SpanKind
from memory.facts.values import ValueReader

_RANGED = frozenset({"number", "quantity", "price", "time", "date"})
_BOUNDED = frozenset({"number", "quantity", "price", "time"})
_MOMENTS = frozenset({"time", "date"})
_NUMBERING = frozenset({"number", "id", "version"})
_RATED = frozenset({"number", "quantity", "price"})
_TELLING: tuple[SpanKind, ...] = ("time", "date", "price", "quantity", "number")
"""The kind of a range is the one of its two ends that stands first here."""
STARTERS = frozenset({"comparator", "time_bound", "range_from", "between", "in_month", "locator"})
"""Meanings of words that a composed value can begin with."""
_RIVALS = STARTERS | {"daypart", "part_of_day", "time_word", "relative_day"}
"""The longest of them counts: "بعد از ظهر" is the afternoon, not after something."""


class RangeReader:
    """Reads values with all that belongs to them; every step is bounded or consumes what it
    reads."""

    def __init__(self, reading: Reading, values: ValueReader) -> None:
        self._reading = reading
        self._tokens = reading.tokens
        self._values = values

    def value_at(self, at: int) -> Value | None:
        """The longest value that begins at the token."""
        value = self._opened(at) or self._values.name_at(at) or self._ranged(at)
        if value is not None and "every" in self._reading.found(at):
            longer = self._linked(value, "recurrence_link")
            value = self._ranged_on(longer) if longer else value
        return self._with_bound_after(value) if value else None

    def _opened(self, at: int) -> Value | None:
        """A value with a word before it that is a part of it: at most, after, from … to."""
        found = self._reading.found(at)
        if found.keys().isdisjoint(STARTERS):
            return None
        longest = max(end for meaning, end in found.items() if meaning in _RIVALS)
        if found.get("comparator") == longest:
            return self._bounded(self._tokens.past_gap(longest))
        if found.get("locator") == longest:
            return self._located(self._tokens.past_gap(longest))
        if found.get("time_bound") == longest:
            inner = self._ranged(self._tokens.past_gap(longest))
            if inner is not None and inner.kind in _MOMENTS:
                return inner
        if found.get("range_from") == longest or found.get("between") == longest:
            spread = self._spread(self._tokens.past_gap(longest), "between" in found)
            if spread is not None:
                return spread
        return self._month(self._tokens.past_gap(longest)) if "in_month" in found else None

    def _located(self, at: int) -> Value | None:
        """ "page 45", "Gate B12": what is numbered belongs to its number."""
        inner = self._ranged(at)
        return inner if inner is not None and inner.kind in _NUMBERING else None

    def _month(self, at: int) -> Value | None:
        """ "in March": by itself the name of a month says many other things."""
        end = self._found(at, "month")
        whole = self._values.value_at(at) if end is not None else None
        return Value("date", end) if end is not None and whole is None else None

    def _spread(self, at: int, between: bool) -> Value | None:
        """The range after "from" or "between"; no range, no value."""
        first = self._values.value_at(at) or self._nothing(at)
        if first is None or first.kind not in _RANGED:
            return None
        start = self._tokens.past_gap(first.end)
        to = self._found(start, "range_and" if between else "range_word")
        second = self._with_second(first, to) if to else self._range_from(first, "range_word")
        second = second or self._linked(first, "time_link")
        if second is None and between and self._holds_two(at, first.end):
            return first
        whole = self._ranged_on(second) if second is not None else None
        if whole is None:
            return None
        closing = self._found(self._tokens.past_gap(whole.end), "range_end")
        return Value(whole.kind, closing) if closing else whole

    def _holds_two(self, at: int, end: int) -> bool:
        """ "between 5 and 7 pm" whose end was read as one value already."""
        return any("range_and" in self._reading.found(inner) for inner in range(at, end))

    def _nothing(self, at: int) -> Value | None:
        """ "from free to 2 pounds": a price only here; "free" says many other things."""
        end = self._found(at, "free_of_charge")
        return Value("price", end) if end else None

    def _bounded(self, at: int) -> Value | None:
        value = self._ranged(at)
        if value is None:
            end = self._found(at, "weak_number")
            return Value("constraint", end) if end else None
        if value.kind not in _BOUNDED:
            return None
        return Value("constraint", self._with_bound_after(value).end)

    def _with_bound_after(self, value: Value) -> Value:
        value = self._with_rate(value)
        after = self._tokens.past_gap(value.end)
        bound, moment = self._found(after, "comparator_after"), self._moment_end(value, after)
        if moment and moment >= (bound or 0):
            return Value(value.kind, moment)
        return Value("constraint", bound) if bound and value.kind in _BOUNDED else value

    def _moment_end(self, value: Value, after: int) -> int:
        """The end of "or later", 之前 … behind a time or a date, or 0."""
        end = self._found(after, "time_bound_after")
        if value.kind not in _MOMENTS or end is None:
            return 0
        return end if self._reading.found(after).get("not_bound", 0) < end else 0

    def _with_rate(self, value: Value) -> Value:
        """12 EUR per night, 60 km / day, 16 GBP payable at the station."""
        if value.kind not in _RATED:
            return value
        after = self._tokens.past_gap(value.end)
        note = self._found(
            self._tokens.past_gap(self._found(after, "comma") or after), "price_note"
        )
        if note is not None and value.kind == "price":
            return Value(value.kind, note)
        per, article = self._found(after, "per"), self._found(after, "article")
        if per is not None and (end := self._per_what(per)):
            return Value(value.kind, end)
        if article is not None:
            unit = self._found(self._tokens.past_gap(article), "unit")
            return Value(value.kind, unit) if unit else value
        return value

    def _per_what(self, at: int) -> int:
        """The end of what a rate is counted by, or 0."""
        at = self._tokens.past_gap(at)
        found = self._reading.found(at)
        if "unit" in found:
            return found["unit"]
        inner = self._values.value_at(at)
        if inner is not None and inner.kind in ("quantity", "number"):
            return inner.end
        return at + 1 if self._tokens.kind(at) in ("chain", "letters") else 0

    def _ranged(self, at: int) -> Value | None:
        value = self._values.value_at(at) if at < len(self._tokens) else None
        return self._ranged_on(value) if value is not None else None

    def _ranged_on(self, value: Value) -> Value:
        while value.kind in _RANGED:
            longer = self._range_from(value, "range_word") or self._linked(value, "time_link")
            if longer is None:
                break
            value = longer
        return value

    def _range_from(self, value: Value, word: str) -> Value | None:
        at = self._tokens.past_gap(value.end)
        end = self._found(at, "range_sign")
        if end is not None:
            return self._with_second(value, end)
        end = self._found(at, word)
        if end is None:
            return self._either(value, at)
        second = self._with_second(value, end)
        return None if value.kind == "price" and not self._is_price(end) else second

    def _is_price(self, end: int) -> bool:
        """A price reaches to another price; "5 USD to 4711" names where it goes."""
        second = self._values.value_at(self._tokens.past_gap(end))
        return second is not None and second.kind == "price"

    def _with_second(self, value: Value, end: int) -> Value | None:
        second = self._values.value_at(self._tokens.past_gap(end))
        if second is None or second.kind not in _RANGED:
            return None
        return Value(min(value.kind, second.kind, key=_TELLING.index), second.end)

    def _either(self, value: Value, at: int) -> Value | None:
        """ "5 or 6 pm", "4 and 5 pounds": the first number is of what the second says."""
        end = self._found(at, "or_word")
        if end is not None and value.kind in ("number", "time"):
            return self._with_second(value, end)
        if value.kind != "number":
            return None
        end = self._found(at, "range_and")
        return self._with_second(value, end) if end is not None and self._is_price(end) else None

    def _linked(self, value: Value, word: str) -> Value | None:
        """ "every 2 hours starting at 5:35": times that one word ties together."""
        if value.kind not in _MOMENTS:
            return None
        at = self._tokens.past_gap(value.end)
        recurs = self._tokens.past_gap(self._found(at, "recurrence_joiner") or at)
        end = recurs if "every" in self._reading.found(recurs) else self._found(at, word)
        longer = self._with_second(value, end) if end is not None else None
        return longer if longer is not None and longer.kind in _MOMENTS else None

    def _found(self, at: int, meaning: str) -> int | None:
        return self._reading.found(at).get(meaning)
