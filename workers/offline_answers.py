"""Finds, without a model, the one thing in memory that answers a question. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple
from zoneinfo import ZoneInfo

from workers.offline_clauses import Clause, SaidBy, Source, clauses_of, sources_of
from workers.offline_terms import Terms, asks, courtesy_in, language_of, names_in, terms_of
from workers.offline_words import KINDS, NUMBERED, PEOPLE, SAYS, VAGUE, day_of

__all__ = ["Clause", "Source", "best_clause", "reply_to", "sources_of"]

_RANK: dict[SaidBy, int] = {"user": 2, "memory": 1, "assistant": 0}
_LEAST_MATCH = 0.5  # of the question's terms, by weight
_SENTENCE_SHARE = 0.4  # what a term counts that stands elsewhere in the clause's sentence
_WEIGHT = 3.0  # of what the question is about, beside its general words


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


class _Match(NamedTuple):
    """How well a clause answers; of two the greater one does. Whose it is stands before who
    said it, then the nearest, then the newest."""

    whose: int
    rank: int
    score: float
    number: int


def best_clause(question: str, sources: Sequence[Source]) -> Clause | None:
    """The clause that answers; its value is set only where a value was asked for."""
    asked = _Asked(question)
    found = [(asked.match(clause), clause) for clause in clauses_of(sources)]
    fitting = [(match, clause) for match, clause in found if match is not None]
    with_value = [pair for pair in fitting if asked.wants(pair[1])]
    if with_value:
        return max(with_value, key=lambda pair: pair[0])[1]
    if not fitting or asked.wants_a_number:
        return None
    best = max(fitting, key=lambda pair: pair[0])[1]
    return replace(best, value="", kind="")


_GENERAL = frozenset({"me", "number", "name", "date", "when", "time", "price", "pay"})
"""Concepts that say which value of a thing is wanted, not which thing."""


class _Asked:
    """A question, ready to be held against clauses."""

    def __init__(self, question: str) -> None:
        self.terms = terms_of(question)
        self.mine = "me" in self.terms.concepts
        names = names_in(question) | (self.terms.owners & self.terms.words)
        self.must = (names - PEOPLE) or names | (self.terms.owners & PEOPLE)
        self.attributes = _attributes(self.terms.concepts)
        self.kinds = frozenset(kind for each in self.attributes for kind in KINDS[each])
        self._all = self.terms.concepts | self.terms.words

    @property
    def wants_a_number(self) -> bool:
        """Then a sentence without one is no answer."""
        return bool(self.terms.concepts & {"number", "fee"})

    def wants(self, clause: Clause) -> bool:
        """Whether the clause's value is one of those asked for, and not said to be another."""
        label = terms_of(clause.label).concepts
        if clause.kind not in self.kinds or (label & NUMBERED) - self.terms.concepts:
            return False
        named = self.attributes - VAGUE
        return not named or bool(named & label)

    def match(self, clause: Clause) -> _Match | None:
        """None where the clause, with its sentence, is about something or somebody else."""
        here, around = terms_of(clause.text), terms_of(clause.sentence)
        whose = self._whose(here, around, clause.source.by)
        if not self._all or whose is None or self._misses(here, around):
            return None
        weights = {term: 1.0 if term in _GENERAL else _WEIGHT for term in self._all}
        found = sum(weight * self._share(term, here, around) for term, weight in weights.items())
        score = found / sum(weights.values())
        if score < _LEAST_MATCH:
            return None
        return _Match(whose, _RANK[clause.source.by], round(score, 1), clause.source.number)

    def _share(self, term: str, here: Terms, around: Terms) -> float:
        if here.has(term) or (term in _GENERAL and self.attributes & here.concepts):
            return 1.0
        return _SENTENCE_SHARE if around.has(term) else 0.0

    def _whose(self, here: Terms, around: Terms, by: SaidBy) -> int | None:
        """3: the asker's in so many words · 2: nobody's · 1: perhaps another's · 0: another's;
        None where that is not wanted. In the assistant's words "your" means the user."""
        if self.must:
            return 0
        others = here.owners - self._all - ({"your"} if by == "assistant" else set())
        if others or (around.speakers - self._all):
            return None if self.mine else 0
        if here.mine:
            return 3
        if here.perhaps:
            return 1 if "me" in here.concepts or not self.mine else None
        return 2

    def _misses(self, here: Terms, around: Terms) -> bool:
        """A name, or most of what the question is about, does not occur."""
        words = self.terms.words
        topics = (self.terms.concepts - _GENERAL) | words
        named = self.attributes - VAGUE
        return (
            any(self._lacks(name, here, around) for name in self.must)
            or bool(named and not named & here.concepts and not named & around.concepts)
            or sum(around.has(word) for word in words) < len(words) / 2
            or sum(around.has(topic) for topic in topics) < len(topics) / 2
        )

    def _lacks(self, name: str, here: Terms, around: Terms) -> bool:
        """A sentence may name several people, each beside a value of theirs."""
        anothers = bool(here.owners - self._all)
        return not (here.has(name) or (around.has(name) and not anothers))


def _attributes(concepts: frozenset[str]) -> frozenset[str]:
    """What is wanted of the thing: a time, else what is named most exactly."""
    known = concepts & KINDS.keys()
    times = known & {"date", "when", "time", "birthday"}
    return times or (known - VAGUE) or (known - {"number"}) or known
