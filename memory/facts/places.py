"""Where in a text a value can begin at all; everywhere else nothing has to be tried."""

from __future__ import annotations

from collections.abc import Iterator

from memory.facts.phrases import OPENERS
from memory.facts.reading import Reading
from memory.facts.rules import RuleBook


def places_of(reading: Reading, rules: RuleBook) -> list[int]:
    """Token positions, ascending."""
    starts = rules.firsts | OPENERS | {"sign"}
    places = {at for at, found in reading.items.items() if not starts.isdisjoint(found)}
    places.update(reading.shapes)
    places.update(reading.numbers)
    places.update(_before_digits(reading))
    return sorted(places)


def _before_digits(reading: Reading) -> Iterator[int]:
    """The word a number may be part of the name of, and an opening parenthesis."""
    tokens = reading.tokens
    for at, shape in reading.shapes.items():
        if shape == "number" and at > 0:
            if tokens.all[at - 1].kind == "gap" and at > 1:
                yield at - 2
            elif tokens.written(at - 1) in "(（" or tokens.all[at - 1].kind == "letters":
                yield at - 1
            elif tokens.written(at - 1) == "-" and at > 1 and tokens.all[at - 2].kind == "letters":
                yield at - 2
