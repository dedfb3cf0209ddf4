"""A piece of a text that has to be kept as it was written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SpanKind = Literal[
    "id",
    "number",
    "quantity",
    "price",
    "date",
    "time",
    "constraint",
    "phone",
    "version",
    "ip",
    "url",
    "email",
    "path",
    "symbol",
    "assignment",
    "code",
    "quote",
    "agreement",
    "name",
    "message",
]
"""symbol: names of tools, fields and variables · assignment: a name with its value ·
constraint: a bound with its comparator · name: a name that holds digits · message: a whole
message that could not be read in time."""

CONTAINERS: frozenset[str] = frozenset({"assignment", "code", "quote", "agreement"})
"""Kinds whose span may hold other spans."""

STRONG: frozenset[str] = frozenset(
    {"id", "price", "date", "phone", "version", "ip", "url", "email", "path", "symbol"}
)
"""Kinds that are worth keeping by themselves although a quotation or a code block around them
is kept as well; a bare number in there means nothing without its surroundings."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """start and end are code points, end exclusive."""

    start: int
    end: int
    kind: SpanKind

    def holds(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end
