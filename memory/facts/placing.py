"""How spans lie to one another: apart, inside, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from memory.facts.span import Span


def outside(spans: Iterable[Span], others: Sequence[Span]) -> Iterator[Span]:
    """The spans that touch none of the others; both are in order."""
    at = 0
    for span in spans:
        while at < len(others) and others[at].end <= span.start:
            at += 1
        if at == len(others) or others[at].start >= span.end:
            yield span


def not_within(spans: Iterable[Span], wholes: list[Span]) -> list[Span]:
    """Without the spans that lie inside one of the others, which are in order and apart."""
    every = sorted(spans, key=by_place)
    within = inside(every, wholes)
    return [span for span in every if span not in within]


def apart(spans: Iterable[Span]) -> list[Span]:
    """Without the spans that begin inside an earlier, or equally early but longer, one."""
    kept: list[Span] = []
    for span in sorted(spans, key=by_place):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def by_place(span: Span) -> tuple[int, int]:
    return span.start, -span.end


def inside(values: list[Span], frames: list[Span]) -> dict[Span, Span]:
    """value -> the frame that holds it; both are in order, frames do not overlap."""
    held: dict[Span, Span] = {}
    at = 0
    for value in values:
        while at < len(frames) and frames[at].end <= value.start:
            at += 1
        if at < len(frames) and frames[at].holds(value):
            held[value] = frames[at]
    return held


def distinct(spans: Iterable[Span]) -> tuple[Span, ...]:
    """One span for each place, in order; the first named keeps its kind."""
    places: dict[tuple[int, int], Span] = {}
    for span in spans:
        places.setdefault((span.start, span.end), span)
    return tuple(sorted(places.values(), key=by_place))
