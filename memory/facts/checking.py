"""Holds a text that a model wrote against the texts it was written from: values nobody said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memory.facts.extract import extract
from memory.facts.sentences import sentences_of
from memory.facts.shapes import has_digit
from memory.facts.span import Span

_WHOLE = frozenset(
    {
        "id",
        "date",
        "phone",
        "price",
        "version",
        "ip",
        "url",
        "email",
        "path",
        "assignment",
        "message",
    }
)
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
        for start, end in zip(bounds, bounds[1:], strict=False)
        if not any(span.start < end and start < span.end for span in invented)
    )
    return "".join(kept).strip()


def _values(text: str, span: Span) -> Iterator[str]:
    value = text[span.start : span.end]
    if span.kind in ("quote", "code"):
        yield value.strip(_QUOTE_MARKS)
    elif (span.kind in _WHOLE and (has_digit(value) or span.kind not in ("date", "price"))) or (
        span.kind == "symbol" and "_" in value
    ):
        yield value
    elif span.kind not in ("agreement", "symbol"):
        yield from (word.strip("()（）,،，") for word in value.split() if has_digit(word))


def _occurs(value: str, said: str) -> bool:
    """Whether the value stands in the sources as itself, not inside a longer number or word."""
    at = said.find(value)
    while at >= 0:
        end = at + len(value)
        if not _goes_on(said[at - 1 : at], value[:1]) and not _goes_on(
            said[end : end + 1], value[-1:]
        ):
            return not _decimal_follows(said, end, value)
        at = said.find(value, at + 1)
    return False


def _goes_on(neighbour: str, edge: str) -> bool:
    """Digits go on with digits, ASCII letters with ASCII letters and digits."""
    if neighbour.isdecimal() and edge.isdecimal():
        return True
    plain = neighbour.isascii() and edge.isascii()
    return plain and neighbour.isalnum() and edge.isalnum()


def _decimal_follows(said: str, end: int, value: str) -> bool:
    joined = (
        said[end : end + 1] in (".", ",", "٫", "٬", ":") and said[end + 1 : end + 2].isdecimal()
    )
    return joined and value[-1:].isdecimal()
