"""What the extractor knows of one language: words by what they mean, and rules over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memory.facts.span import SpanKind


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to write a value: its kind, and what stands one after the other.

    The pattern's items are meanings of words (`unit`, `month`, …) or what the extractor reads by
    itself: number, date, clock (10:30), ordinal (1st). A question mark makes an item optional;
    white space between items is always allowed.
    """

    kind: SpanKind
    pattern: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A fixed arrangement of letters and digits (a number plate, a postcode) as an expression of
    bounded length, without groups of its own; it matches only where no letter or digit stands
    next to it."""

    kind: SpanKind
    expression: str


@dataclass(frozen=True, slots=True)
class Language:
    """words: meaning -> phrases, separated by `|` or line breaks · endings: meaning -> letters
    that may be glued to its words, or stand after a joiner where they begin with a space ·
    layouts: fixed arrangements · rules: ways to write values that need these words."""

    name: str
    words: Mapping[str, str]
    endings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    layouts: tuple[Layout, ...] = ()
    rules: tuple[Rule, ...] = ()


def phrases_of(language: Language, meaning: str) -> Iterator[str]:
    """The phrases of a meaning, as written down, without their endings."""
    for line in language.words.get(meaning, "").replace("\n", "|").split("|"):
        if phrase := line.strip():
            yield phrase
