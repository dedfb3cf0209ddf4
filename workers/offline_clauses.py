"""What memory holds, cut into stretches with at most one value each. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Literal

from memory.conversation import Exchange
from memory.facts.extract import extract
from memory.facts.lines import NO_LONGER
from memory.facts.sentences import sentences_of
from memory.facts.span import CONTAINERS, Span
from workers.offline_terms import asks, concepts_of, terms_of
from workers.offline_words import VAGUE

SaidBy = Literal["user", "assistant", "memory"]
_BREAK = re.compile(
    r"^\s*[:：]\s*|\s*[,;،؛，；、·|]\s*|\s+(?:and|but|while|و|ولی|اما)\s+|而且|并且|但是|和"
)
_LEADING = re.compile(r"^(?:(?:and|but|و|ولی|اما)\s+|和|而且|但是)")
_EDGES = " \t\r\n,;،؛，；、·|-—.。!！:："
_UNIT = 24  # characters behind an assignment that may be its value's unit
_APART = re.compile(r"[\s#(（:：]+")


@dataclass(frozen=True, slots=True)
class Source:
    """One text of memory: who said it, when (None: a note of memory), and its place in time."""

    text: str
    by: SaidBy
    at: datetime | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence with at most one value in it; kind is "" where it has none.
    `label` is the part of the sentence that says what the value is."""

    text: str
    sentence: str
    source: Source
    value: str = ""
    kind: str = ""
    label: str = ""


def sources_of(exchanges: Iterable[Exchange], notes: Iterable[str], own: str) -> list[Source]:
    """What may answer: not the questions that were asked, nor what holds no longer, nor what the
    model named `own` said, which only repeats."""
    lines = (line for note in notes for line in note.splitlines())
    found = [_noted(line) for line in lines if not line.startswith(NO_LONGER)]
    for exchange in exchanges:
        at, number = exchange.asked_at, exchange.number
        found.append(Source(exchange.user, "user", at, number))
        if exchange.model != own:
            found.append(Source(exchange.assistant, "assistant", exchange.answered_at, number))
    return [source for source in found if source.text.strip()]


_FACT = re.compile(r"- (.+) \((user|assistant|tool), (\d{4}-\d\d-\d\d), exchange (\d+)\)")
_PREFIX = re.compile(r"</?memory.*>|(?:user|assistant|tool): |- ")


def _noted(line: str) -> Source:
    """A line of memory's notes. Those of the facts say who said it, on which day."""
    fact = _FACT.fullmatch(line)
    if fact is None:
        return Source(line[_prefix_end(line) :], "memory")
    text, role, day, number = fact.groups()
    by: SaidBy = "user" if role == "user" else "assistant"
    at = datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC)  # noon: one day in most zones
    return Source(text, by, at, int(number))


def _prefix_end(line: str) -> int:
    prefix = _PREFIX.match(line)
    return prefix.end() if prefix else 0


def clauses_of(sources: Iterable[Source]) -> Iterator[Clause]:
    """The clauses of all sentences but the user's questions."""
    for source in sources:
        spans = list(_values_in(source.text))
        bounds = (0, *sentences_of(source.text, spans).bounds, len(source.text))
        for start, end in pairwise(bounds):
            sentence = source.text[start:end]
            inside = [span for span in spans if start <= span.start and span.end <= end]
            if sentence.strip() and not (source.by == "user" and _is_question(sentence, inside)):
                yield from _cut(source, start, end, inside)


def _is_question(sentence: str, values: Sequence[Span]) -> bool:
    """Who names what is asked for ("my order number") beside a value tells it."""
    return asks(sentence) and not (values and not sentence.rstrip().endswith(("?", "؟", "？")))


def _values_in(text: str) -> Iterator[Span]:
    """The values that may be asked for. Of an assignment (fee = 5%) it is what stands right of
    its sign; the name left of it says what the value is."""
    spans = extract(text)
    values = [span for span in spans if span.kind not in CONTAINERS | {"message"}]
    for whole in (span for span in spans if span.kind == "assignment"):
        given = _given(text, whole)
        values = [v for v in values if not (whole.holds(v) or given.holds(v))] + [given]
    yield from sorted(values)


def _given(text: str, assigned: Span) -> Span:
    """The value of an assignment, with its unit where one follows."""
    sign = re.search(r"[=:：]\s*", text[assigned.start : assigned.end])
    start = assigned.start + (sign.end() if sign else 0)
    read = [span for span in extract(text[start : assigned.end + _UNIT]) if span.start == 0]
    values = [span for span in read if span.kind not in CONTAINERS]
    if not values:
        return Span(start, assigned.end, "id")
    return Span(start, start + values[0].end, values[0].kind)


def _cut(source: Source, start: int, end: int, spans: Sequence[Span]) -> Iterator[Clause]:
    """One clause for each value; the sentence as it is where it has none."""
    text = source.text
    sentence = text[start:end].strip()
    if not spans:
        yield Clause(sentence.strip(_EDGES), sentence, source)
        return
    labelled_before = bool(_says_what(text[start : spans[0].start]))
    cuts = [_between(text, one, two, labelled_before) for one, two in pairwise(spans)]
    lefts, rights = [start, *(right for _, right in cuts)], [*(left for left, _ in cuts), end]
    for span, left, right in zip(spans, lefts, rights, strict=True):
        clause = _LEADING.sub("", text[left:right].strip().strip(_EDGES))
        value = text[span.start : span.end]
        found = Clause(clause, sentence, source, value, span.kind)
        before, after = text[left : span.start], text[span.end : right]
        yield replace(found, label=_label(before, after, text[start : span.start]))


def _between(text: str, one: Span, two: Span, labelled_before: bool) -> tuple[int, int]:
    """Where the first value's clause ends and the second's begins. Without a break between them
    the words belong to the second one, unless the first one's stand behind it."""
    found = _BREAK.search(text, one.end, two.start)
    if found:
        return found.start(), found.end()
    return (one.end, one.end) if labelled_before else (two.start, two.start)


def _label(before: str, after: str, all_before: str) -> str:
    """The words before a value, those right at it alone when they name it ("the fee for order
    7"); where they say nothing the words behind it, or all of the sentence before it."""
    if terms_of(before).concepts - {"me"} <= VAGUE and _says_what(after) and _says_what(before):
        return f"{before} {after}"  # I paid 9 EUR as a fee
    if _says_what(before):
        return _right_at_it(before) or before
    return after if _says_what(after) else all_before


def _right_at_it(before: str) -> str:
    words = [word for word in _APART.split(before) if word]
    kept: list[str] = []
    while words and concepts_of(words[-1]):
        kept.insert(0, words.pop())
    return " ".join(kept)


def _says_what(text: str) -> bool:
    return bool(terms_of(text).concepts - {"me"})
