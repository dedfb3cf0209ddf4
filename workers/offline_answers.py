"""Finds, without a model, the one thing in memory that answers a question. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Literal
from zoneinfo import ZoneInfo

from memory.conversation import Exchange
from memory.facts.extract import extract
from memory.facts.sentences import sentences_of
from memory.facts.span import CONTAINERS, Span
from workers.offline_terms import Terms, asks, courtesy_in, language_of, names_in, terms_of
from workers.offline_words import KINDS, SAYS, day_of

SaidBy = Literal["user", "assistant", "memory"]
_RANK: dict[SaidBy, int] = {"user": 2, "memory": 1, "assistant": 0}
_LEAST_MATCH = 0.5  # of the question's terms, by weight
_SENTENCE_SHARE = 0.4  # what a term counts that stands elsewhere in the clause's sentence
_BREAK = re.compile(r"\s*[,;،؛，；、·|]\s*|\s+(?:and|but|while|و|ولی|اما)\s+|而且|并且|但是|和")
_LEADING = re.compile(r"^(?:(?:and|but|و|ولی|اما)\s+|和|而且|但是)")
_EDGES = " \t\r\n,;،؛，；、·|-—.。!！:："


@dataclass(frozen=True, slots=True)
class Source:
    """One text of memory: who said it, when (None: a note of memory), and its place in time."""

    text: str
    by: SaidBy
    at: datetime | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence with at most one value in it; kind is "" where it has none."""

    text: str
    sentence: str
    source: Source
    value: str = ""
    kind: str = ""


def sources_of(exchanges: Iterable[Exchange], notes: Iterable[str], own: str) -> list[Source]:
    """What may answer: not the questions that were asked, nor what the model named `own` said,
    which only repeats."""
    found = [_noted(line) for note in notes for line in note.splitlines()]
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


def reply_to(text: str, sources: Sequence[Source], zone: ZoneInfo) -> str:
    """What to say to the user's message, in its language."""
    language = language_of(text)
    says = SAYS[language]
    courtesy = courtesy_in(text)
    if courtesy is not None:
        return str(getattr(says, courtesy))
    if not asks(text):
        return says.noted
    clause = best_clause(text, sources)
    if clause is None:
        return says.unknown
    shown = {"user": says.told, "assistant": says.answered, "memory": says.kept}[clause.source.by]
    at = clause.source.at
    day = day_of(at.astimezone(zone), language) if at else ""
    said = shown.format(day=day, clause=clause.text)
    return f"{clause.value} — {said}" if clause.value else said[:1].upper() + said[1:]


def best_clause(question: str, sources: Sequence[Source]) -> Clause | None:
    """The clause that answers; its value is set only where a value was asked for."""
    asked = _Asked(question)
    scored = [(asked.score(clause), clause) for clause in _clauses(sources)]
    fitting = [(score, clause) for score, clause in scored if score >= _LEAST_MATCH]
    with_value = [pair for pair in fitting if pair[1].kind in asked.kinds]
    if with_value:
        return max(with_value, key=_standing)[1]
    if not fitting:
        return None
    best = max(fitting, key=_standing)[1]
    return Clause(best.text, best.sentence, best.source)


def _standing(pair: tuple[float, Clause]) -> tuple[int, float, int]:
    """What the user said stands before what was answered; then the nearest; then the newest."""
    score, clause = pair
    return _RANK[clause.source.by], round(score, 1), clause.source.number


_GENERAL = frozenset({"me", "number", "name", "date", "when", "time", "price"})
"""Concepts that say which value of a thing is wanted, not which thing."""


class _Asked:
    """A question, ready to be held against clauses."""

    def __init__(self, question: str) -> None:
        self.terms = terms_of(question)
        self.mine = "me" in self.terms.concepts
        self.must = names_in(question) | (self.terms.owners & self.terms.words)
        self.kinds = frozenset(
            kind for concept in self.terms.concepts for kind in KINDS.get(concept, ())
        )
        self._all = self.terms.concepts | self.terms.words

    def score(self, clause: Clause) -> float:
        """0 to 1: how much of the question the clause, or else its sentence, speaks of."""
        here, around = terms_of(clause.text), terms_of(clause.sentence)
        if not self._all or self._is_anothers(here, clause.source.by) or self._misses(around):
            return 0.0
        found = sum(self._weight(term, here, around) for term in self._all)
        strange = 0.3 if here.owners - self._all and not self.mine else 0.0
        return found / len(self._all) - strange

    def _weight(self, term: str, here: Terms, around: Terms) -> float:
        if here.has(term):
            return 1.0
        return _SENTENCE_SHARE if around.has(term) else 0.0

    def _is_anothers(self, here: Terms, by: SaidBy) -> bool:
        """In the assistant's words "your" means the user."""
        others = here.owners - self._all - ({"your"} if by == "assistant" else set())
        return self.mine and bool(others)

    def _misses(self, around: Terms) -> bool:
        """A name, or most of what the question is about, does not occur."""
        words = self.terms.words
        topics = (self.terms.concepts - _GENERAL) | words
        return (
            any(not around.has(name) for name in self.must)
            or sum(around.has(word) for word in words) < len(words) / 2
            or sum(around.has(topic) for topic in topics) < len(topics) / 2
        )


def _clauses(sources: Iterable[Source]) -> Iterator[Clause]:
    for source in sources:
        spans = [s for s in extract(source.text) if s.kind not in CONTAINERS | {"message"}]
        bounds = (0, *sentences_of(source.text, spans).bounds, len(source.text))
        for start, end in pairwise(bounds):
            sentence = source.text[start:end]
            if sentence.strip() and not (source.by == "user" and asks(sentence)):
                inside = [s for s in spans if start <= s.start and s.end <= end]
                yield from _cut(source, start, end, inside)


def _cut(source: Source, start: int, end: int, spans: Sequence[Span]) -> Iterator[Clause]:
    """One clause for each value; the sentence as it is where it has none."""
    sentence = source.text[start:end].strip()
    if not spans:
        yield Clause(sentence.strip(_EDGES), sentence, source)
    for at, span in enumerate(spans):
        left = _after_break(source.text, spans[at - 1].end, span.start) if at else start
        right = end
        if at + 1 < len(spans):
            right = _before_break(source.text, span.end, spans[at + 1].start)
        clause = _LEADING.sub("", source.text[left:right].strip().strip(_EDGES))
        value = source.text[span.start : span.end]
        yield Clause(clause, sentence, source, value, span.kind)


def _after_break(text: str, start: int, end: int) -> int:
    """Where the clause of the second of two values begins."""
    found = _BREAK.search(text, start, end)
    return found.end() if found else start


def _before_break(text: str, start: int, end: int) -> int:
    """Where the clause of the first of two values ends."""
    found = _BREAK.search(text, start, end)
    return found.start() if found else end
