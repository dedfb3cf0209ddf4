"""Values that several values make: ranges, alternatives, and times that a word ties together."""

from __future__ import annotations

from memory.facts.reading import Reading
from memory.facts.rules import Value
from memory.facts.span import SpanKind
from memory.facts.values import ValueReader

_RANGED = frozenset({"number", "quantity", "price", "time", "date"})
_TELLING: tuple[SpanKind, ...] = ("time", "date", "price", "quantity", "number")
"""The kind of a range is the one of its two ends that stands first here."""
MOMENTS = frozenset({"time", "date"})


class RangeReader:
    """Reads values with those they are tied to; every step is bounded or consumes what it reads."""

    def __init__(self, reading: Reading, values: ValueReader) -> None:
        self._reading = reading
        self._tokens = reading.tokens
        self._values = values

    def value_at(self, at: int) -> Value | None:
        """5–7 kg, Monday to Friday, 5 or 6 pm; a single value where nothing is tied to it."""
        value = self._values.value_at(at) if at < len(self._tokens) else None
        return self._continued(value) if value is not None else None

    def after_from(self, at: int) -> Value | None:
        """The range after "from"; no range, no value."""
        return self._spread(at, "range_word")

    def after_between(self, at: int) -> Value | None:
        """The range after "between", whose ends "and" ties together."""
        whole = self._spread(at, "range_and")
        first = self._values.value_at(at) if whole is None else None
        if first is None or first.kind not in _RANGED:
            return whole
        two = any("range_and" in self._reading.found(inner) for inner in range(at, first.end))
        return first if two else None

    def recurring(self, value: Value) -> Value:
        """every 2 hours from 5:35 to 23:35"""
        longer = self._linked(value, "recurrence_link")
        return self._continued(longer) if longer is not None else value

    def _spread(self, at: int, word: str) -> Value | None:
        first = self._values.value_at(at) or self._nothing(at)
        if first is None or first.kind not in _RANGED:
            return None
        to = self._found(self._tokens.past_gap(first.end), word)
        second = self._with_second(first, to) if to else self._range_from(first)
        second = second or self._linked(first, "time_link")
        if second is None:
            return None
        whole = self._continued(second)
        closing = self._found(self._tokens.past_gap(whole.end), "range_end")
        return Value(whole.kind, closing) if closing else whole

    def _nothing(self, at: int) -> Value | None:
        """ "from free to 2 pounds": a price only here; "free" says many other things."""
        end = self._found(at, "free_of_charge")
        return Value("price", end) if end else None

    def _continued(self, value: Value) -> Value:
        while value.kind in _RANGED:
            longer = self._range_from(value) or self._linked(value, "time_link")
            if longer is None:
                break
            value = longer
        return value

    def _range_from(self, value: Value) -> Value | None:
        at = self._tokens.past_gap(value.end)
        end = self._found(at, "range_sign")
        if end is not None:
            return self._with_second(value, end)
        end = self._found(at, "range_word")
        if end is None:
            return self._either(value, at)
        if value.kind == "price" and not self._is_price(end):
            return None
        return self._with_second(value, end)

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
        """ "5 or 6 pm": the first number is of what the second says."""
        end = self._found(at, "or_word")
        if end is None or value.kind not in ("number", "time"):
            return None
        both = self._with_second(value, end)
        return both if both is not None and both.kind != "number" else None

    def _linked(self, value: Value, word: str) -> Value | None:
        """ "every 2 hours starting at 5:35", "5:35 and every hour"."""
        if value.kind not in MOMENTS:
            return None
        at = self._tokens.past_gap(value.end)
        recurs = self._tokens.past_gap(self._found(at, "recurrence_joiner") or at)
        end = recurs if "every" in self._reading.found(recurs) else self._found(at, word)
        longer = self._with_second(value, end) if end is not None else None
        return longer if longer is not None and longer.kind in MOMENTS else None

    def _found(self, at: int, meaning: str) -> int | None:
        return self._reading.found(at).get(meaning)
