"""Finds in a text everything that has to be kept as written."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator

from memory.facts.cues import cued_in
from memory.facts.joining import joined
from memory.facts.list_numbers import is_list_number
from memory.facts.phrases import PhraseReader
from memory.facts.places import places_of
from memory.facts.placing import apart, distinct, inside, not_within, outside
from memory.facts.reading import Reading, read
from memory.facts.rules import all_rules
from memory.facts.sentences import sentences_of
from memory.facts.shapes import has_digit
from memory.facts.span import STRONG, Span
from memory.facts.structure import (
    addresses_in,
    assignments_in,
    fences_in,
    inline_code_in,
    layouts_in,
    quotations_in,
)
from memory.facts.tokens import JOINER, Tokens
from memory.facts.values import ValueReader

TIME_BOX_S = 5.0
"""A message that takes longer is kept whole. 100,000 characters of anything take a fraction."""

Clock = Callable[[], float]


def extract(
    text: str, *, time_box_s: float = TIME_BOX_S, clock: Clock = time.monotonic
) -> tuple[Span, ...]:
    """The spans to keep, by their start, the longer first; only a span of a containing kind
    (code, quote, assignment, agreement) holds others. Offsets are code points of `text`."""
    try:
        return _extract(text, _Deadline(clock, time_box_s))
    except TimeoutError:
        return (Span(0, len(text), "message"),)


class _Deadline:
    """Raises TimeoutError once the time box is used up."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._ends = clock() + seconds

    def left_s(self) -> float:
        left = self._ends - self._clock()
        if left <= 0:
            raise TimeoutError
        return left


def _extract(text: str, deadline: _Deadline) -> tuple[Span, ...]:
    frames = _frames(text, deadline)
    layouts = layouts_in(text, deadline.left_s())
    addresses = apart([*addresses_in(text, deadline.left_s()), *layouts])
    assigned = not_within(assignments_in(text, deadline.left_s()), addresses)
    reading = read(text, deadline.left_s())
    addresses = apart(_to_whole_chains(addresses, reading.tokens))
    deadline.left_s()
    values = joined([*_values(reading, addresses, deadline)], text)
    kept = _worth_keeping(values, frames, assigned)
    spans = distinct([*frames, *kept, *assigned])
    return distinct([*spans, *_agreements(reading, spans)])


def _frames(text: str, deadline: _Deadline) -> list[Span]:
    """Code and quotations, none inside another one: what stands first wins."""
    fences = fences_in(text)
    inline = inline_code_in(text, deadline.left_s())
    quotes = quotations_in(text, deadline.left_s())
    return apart([*fences, *outside(inline, fences), *outside(quotes, fences)])


def _values(reading: Reading, addresses: list[Span], deadline: _Deadline) -> Iterator[Span]:
    """Every value outside of addresses, and the addresses, in order."""
    rules = all_rules()
    values, cued = PhraseReader(reading, ValueReader(reading, rules)), cued_in(reading)
    tokens, taken, past = reading.tokens, 0, 0
    for count, at in enumerate(sorted({*places_of(reading, rules), *cued})):
        if count % 64 == 0:
            deadline.left_s()
        token = tokens.all[at]
        while taken < len(addresses) and token.end > addresses[taken].start:
            if past <= token.start < addresses[taken].start:
                yield from _digits_before(tokens.text, token.start, addresses[taken].start)
            yield addresses[taken]
            past, taken = max(past, addresses[taken].end), taken + 1
        if token.start < past:
            continue
        value = cued.get(at) or values.value_at(at)
        if value is None or is_list_number(reading, at, value):
            continue
        end = tokens.all[value.end - 1].end
        if taken == len(addresses) or end <= addresses[taken].start:
            end = _with_joiners(reading.tokens.text, end)
            yield Span(token.start, end, value.kind)
            past = end
    yield from addresses[taken:]


def _digits_before(text: str, start: int, end: int) -> Iterator[Span]:
    """What is glued to the front of an address, where it holds a digit."""
    if has_digit(text[start:end]):
        yield Span(start, end, "id")


def _to_whole_chains(addresses: list[Span], tokens: Tokens) -> list[Span]:
    """An address takes all of the chain that it ends in: no digit is left over."""
    if not addresses:
        return addresses
    starts = [token.start for token in tokens.all]
    whole = []
    for span in addresses:
        last = tokens.all[bisect_right(starts, span.end - 1) - 1]
        end = last.end if last.kind == "chain" else span.end
        whole.append(Span(span.start, max(end, span.end), span.kind))
    return whole


def _with_joiners(text: str, end: int) -> int:
    """A zero-width joiner at the end of a word is written with it."""
    while text[end : end + 1] == JOINER:
        end += 1
    return end


def _worth_keeping(values: list[Span], frames: list[Span], assigned: list[Span]) -> Iterator[Span]:
    """Values outside of all frames, and those inside that mean something by themselves."""
    wholes = apart(span for span in assigned if span.kind == "assignment")
    framed = inside(values, frames)
    bound = inside(values, wholes)
    for value in values:
        frame = framed.get(value)
        if frame is not None and (value.kind not in STRONG or _is_noise(value, frame)):
            continue
        if value not in bound or value.kind in STRONG:
            yield value


def _is_noise(value: Span, frame: Span) -> bool:
    return frame.kind == "code" and value.kind == "symbol"


def _agreements(reading: Reading, spans: tuple[Span, ...]) -> Iterator[Span]:
    """The sentences in which something was agreed."""
    tokens = reading.tokens
    places = sorted(at for at, found in reading.items.items() if "agreement" in found)
    if not places:
        return
    sentences = sentences_of(tokens.text, spans)
    for at in places:
        start, end = sentences.around(tokens.all[at].start, tokens.all[at].end)
        yield Span(start, end, "agreement")
