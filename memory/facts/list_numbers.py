"""Numbers that only count the lines of a list; they say nothing."""

from __future__ import annotations

from memory.facts.reading import Reading
from memory.facts.rules import Value

_LONGEST = 3  # digits


def is_list_number(reading: Reading, at: int, value: Value) -> bool:
    """ "3. milk" or "(3) milk" at the start of a line."""
    tokens = reading.tokens
    if value.kind != "number" or value.end != at + 1:
        return False
    before = at - 1 if at > 0 and tokens.written(at - 1) in "(（" else at
    if tokens.kind(tokens.before_gap(before)) not in ("break", None):
        return False
    if len(tokens.written(at)) > _LONGEST or at + 2 >= len(tokens):
        return False
    mark = tokens.written(at + 1)
    return mark in "、．" or (mark in ".)-）" and tokens.kind(at + 2) == "gap")
