"""Finds in a text everything that has to be kept as written."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from memory.facts.cues import cued_in
from memory.facts.joining import joined
from memory.facts.list_numbers import is_list_number
from memory.facts.phrases import PhraseReader
from memory.facts.places import places_of
from memory.facts.reading import Reading, read
from memory.facts.rules import all_rules
from memory.facts.sentences import sentences_of
from memory.facts.span import STRONG, Span
from memory.facts.structure import (
    addresses_in,
    assignments_in,
    fences_in,
    inline_code_in,
    layouts_in,
    quotations_in,
)
from memory.facts.tokens import JOINER
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
    addresses = _apart([*addresses_in(text, deadline.left_s()), *layouts])
    assigned = _not_within(assignments_in(text, deadline.left_s()), addresses)
    reading = read(text, deadline.left_s())
    deadline.left_s()
    values = joined([*_values(reading, addresses, deadline)], text)
    kept = _worth_keeping(values, frames, assigned)
    spans = _distinct([*frames, *kept, *assigned])
    return _distinct([*spans, *_agreements(reading, spans)])


def _frames(text: str, deadline: _Deadline) -> list[Span]:
    """Code and quotations, none inside another one: what stands first wins."""
    fences = fences_in(text)
    inline = inline_code_in(text, deadline.left_s())
    quotes = quotations_in(text, deadline.left_s())
    return _apart([*fences, *_outside(inline, fences), *_outside(quotes, fences)])


def _outside(spans: Iterable[Span], others: Sequence[Span]) -> Iterator[Span]:
    """The spans that touch none of the others; both are in order."""
    at = 0
    for span in spans:
        while at < len(others) and others[at].end <= span.start:
            at += 1
        if at == len(others) or others[at].start >= span.end:
            yield span


def _not_within(spans: Iterable[Span], wholes: list[Span]) -> list[Span]:
    """Without the spans that lie inside one of the others, which are in order and apart."""
    every = sorted(spans, key=_by_place)
    inside = _inside(every, wholes)
    return [span for span in every if span not in inside]


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Without the spans that begin inside an earlier, or equally early but longer, one."""
    kept: list[Span] = []
    for span in sorted(spans, key=_by_place):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def _by_place(span: Span) -> tuple[int, int]:
    return span.start, -span.end


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


def _with_joiners(text: str, end: int) -> int:
    """A zero-width joiner at the end of a word is written with it."""
    while text[end : end + 1] == JOINER:
        end += 1
    return end


def _worth_keeping(values: list[Span], frames: list[Span], assigned: list[Span]) -> Iterator[Span]:
    """Values outside of all frames, and those inside that mean something by themselves."""
    wholes = _apart(span for span in assigned if span.kind == "assignment")
    framed = _inside(values, frames)
    bound = _inside(values, wholes)
    for value in values:
        frame = framed.get(value)
        if frame is not None and (value.kind not in STRONG or _is_noise(value, frame)):
            continue
        if value not in bound or value.kind in STRONG:
            yield value


def _is_noise(value: Span, frame: Span) -> bool:
    return frame.kind == "code" and value.kind == "symbol"


def _inside(values: list[Span], frames: list[Span]) -> dict[Span, Span]:
    """value -> the frame that holds it; both are in order, frames do not overlap."""
    held: dict[Span, Span] = {}
    at = 0
    for value in values:
        while at < len(frames) and frames[at].end <= value.start:
            at += 1
        if at < len(frames) and frames[at].holds(value):
            held[value] = frames[at]
    return held


def _distinct(spans: Iterable[Span]) -> tuple[Span, ...]:
    """One span for each place, in order; the first named keeps its kind."""
    places: dict[tuple[int, int], Span] = {}
    for span in spans:
        places.setdefault((span.start, span.end), span)
    return tuple(sorted(places.values(), key=_by_place))


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
