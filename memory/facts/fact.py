"""A value kept word for word, with the words it belongs to and where it was said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from memory.conversation import Exchange, Message, Role
from memory.facts.extract import extract
from memory.facts.keys import keys_of
from memory.facts.sentences import sentences_of
from memory.facts.span import SpanKind
from memory.facts.wording import Cue, wordings_of
from memory.remembered import remembered

REMEMBERED_MESSAGES = 4096  # of a few facts each: some 10 MB
FROM_MEMORY_ALONE = "offline"
"""Name of the model that says nothing but what memory recalled: nothing it says is new."""
Status = Literal["active", "superseded", "conflicting"]


@dataclass(frozen=True, slots=True)
class Fact:
    """value: exactly as written · key: the words it belongs to, as written · clause: the unbroken
    text that holds both · sentence: the text around it, which begins at sentence_start · day:
    the UTC day it was said, 2026-11-29 · message, start, end: where it is in the exchange, in code
    points · concept, named, about, firm: what it is of (see Wording) · until: the exchange that
    gave it another value, 0 while it holds · links: ids of the facts that took its place, or that
    say otherwise."""

    value: str
    kind: SpanKind
    key: str
    clause: str
    sentence: str
    exchange: int
    role: Role
    day: str
    message: int
    start: int
    end: int
    sentence_start: int = 0
    status: Status = "active"
    concept: str = ""
    named: bool = False
    about: tuple[str, ...] = ()
    firm: bool = False
    until: int = 0
    links: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its place in the conversation; no two facts have the same."""
        return f"{self.exchange}.{self.message}.{self.start}-{self.end}"

    def to_json(self) -> dict[str, Any]:
        stored = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**stored, "about": list(self.about), "links": list(self.links)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Fact:
        known = {name: stored[name] for name in cls.__dataclass_fields__ if name in stored}
        for name in {"about", "links"} & known.keys():
            known[name] = tuple(known[name])
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Mention:
    """A fact as it is said, and what saying it does to what was said before."""

    fact: Fact
    cue: Cue = ""


def facts_in(exchange: Exchange) -> tuple[Fact, ...]:
    """The facts of an exchange, each value once for each key."""
    return distinct(mention.fact for mention in mentions_in(exchange))


def mentions_in(exchange: Exchange) -> tuple[Mention, ...]:
    """What the user's, the assistant's and tools' messages mention, in the order they were said.
    No summary and no recalled text ever comes through here."""
    return tuple(
        mention
        for index, message in enumerate(exchange.messages)
        if not (message.role == "assistant" and exchange.model == FROM_MEMORY_ALONE)
        for mention in _found_in(
            message.text, exchange.number, message.role, _day_said(exchange, message), index
        )
    )


def _day_said(exchange: Exchange, message: Message) -> str:
    at = exchange.asked_at if message.role == "user" else exchange.answered_at
    return at.date().isoformat()


@remembered(REMEMBERED_MESSAGES)
def _found_in(text: str, exchange: int, role: Role, day: str, index: int) -> tuple[Mention, ...]:
    """Remembered, because a chat whose memory is not tended yet is read again every turn."""
    spans = extract(text)
    sentences = sentences_of(text, spans)
    said = zip(spans, keys_of(sentences, spans), wordings_of(sentences, spans), strict=True)
    return tuple(
        Mention(
            Fact(
                value=text[span.start : span.end],
                kind=span.kind,
                key=key.text,
                clause=text[key.start : key.end],
                sentence="" if span.kind == "message" else text[slice(*key.sentence)],
                exchange=exchange,
                role=role,
                day=day,
                message=index,
                start=span.start,
                end=span.end,
                sentence_start=key.sentence[0],
                concept=wording.concept,
                named=wording.named,
                about=wording.about,
                firm=wording.firm,
            ),
            wording.cue,
        )
        for span, key, wording in said
    )


def distinct(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Each value once for each key, where it was said first."""
    first: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        first.setdefault((fact.key, fact.value), fact)
    return tuple(first.values())
