"""Holds a text that a model wrote against the texts it was written from: values nobody said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from memory.facts.extract import extract
from memory.facts.sentences import sentences_of
from memory.facts.shapes import has_digit
from memory.facts.span import STRONG, Span

_WHOLE: frozenset[str] = STRONG - {"symbol"} | {"assignment", "message"}
"""Kinds that are compared as a whole; of the others each word with a digit is."""
_QUOTE_MARKS = '“”«»「」『』《》"`\n '


def without_inventions(text: str, sources: Iterable[str]) -> str:
    """The text without the sentences that hold an id, number, date, quotation or piece of code
    that occurs in no source byte for byte; "" when none is left."""
    said = "\n".join(sources)
    spans = extract(text)
    bounds = (0, *sentences_of(text, spans).bounds, len(text))
    invented = [span for span in spans if not all(_occurs(v, said) for v in _values(text, span))]
    kept = (
        text[start:end]
        for start, end in pairwise(bounds)
        if not any(span.start < end and start < span.end for span in invented)
    )
    return "".join(kept).strip()


def _values(text: str, span: Span) -> Iterator[str]:
    value = text[span.start : span.end]
    if span.kind in ("quote", "code"):
        yield value.strip(_QUOTE_MARKS)
    elif span.kind == "symbol":
        yield from [value] if "_" in value else []
    elif span.kind in _WHOLE and (has_digit(value) or span.kind not in ("date", "price")):
        yield value
    elif span.kind != "agreement":
        yield from (word.strip("()（）,،，") for word in value.split() if has_digit(word))


def _occurs(value: str, said: str) -> bool:
    """Whether the value stands in the sources as itself, not inside a longer number or word."""
    at = said.find(value)
    while at >= 0:
        before, after = said[max(0, at - 1) : at], said[at + len(value) : at + len(value) + 2]
        inside = _goes_on(before, value[:1]) or _goes_on(after[:1], value[-1:])
        if not inside and not _decimal_follows(after, value):
            return True
        at = said.find(value, at + 1)
    return False


def _goes_on(neighbour: str, edge: str) -> bool:
    """Digits go on with digits, ASCII letters with ASCII letters and digits."""
    if neighbour.isdecimal() and edge.isdecimal():
        return True
    return neighbour.isascii() and edge.isascii() and neighbour.isalnum() and edge.isalnum()


def _decimal_follows(after: str, value: str) -> bool:
    """10 is not found in 10.5, 10,000 or 10:30."""
    return after[:1] in tuple(".,٫٬:") and after[1:].isdecimal() and value[-1:].isdecimal()
