"""A log's exchanges in chunks that the summarizer can be shown at once. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from memory.conversation import Exchange, Message

Count = Callable[[str], int]


def cost_of(exchange: Exchange, count: Count) -> int:
    return sum(count(message.text) for message in exchange.messages)


def chunks_of(
    exchanges: Sequence[Exchange], tokens: int, count: Count
) -> Iterator[tuple[Exchange, ...]]:
    chunk: list[Exchange] = []
    used = 0
    for exchange in exchanges:
        for piece in _pieces(exchange, tokens, count):
            cost = cost_of(piece, count)
            if chunk and used + cost > tokens:
                yield tuple(chunk)
                chunk, used = [], 0
            chunk.append(piece)
            used += cost
    if chunk:
        yield tuple(chunk)


def _pieces(exchange: Exchange, tokens: int, count: Count) -> Iterator[Exchange]:
    """The exchange itself, or, where it is too large, parts of its messages one by one."""
    if cost_of(exchange, count) <= tokens:
        yield exchange
        return
    for message in exchange.messages:
        for text in _parts(message.text, tokens, count):
            yield replace(exchange, messages=(Message(message.role, text),))


def _parts(text: str, tokens: int, count: Count) -> Iterator[str]:
    """The text in parts of at most `tokens`, cut at white space where there is some; a single
    character is never cut."""
    if len(text) < 2 or count(text) <= tokens:
        yield text
        return
    middle = _gap_near(text, len(text) // 2)
    yield from _parts(text[:middle], tokens, count)
    yield from _parts(text[middle:], tokens, count)


def _gap_near(text: str, middle: int) -> int:
    """After the last white space before the middle, if it is not too far away."""
    for at in range(middle, max(1, middle - 400), -1):
        if text[at - 1].isspace():
            return at
    return middle
