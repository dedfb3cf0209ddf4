"""A value kept word for word, with the words it belongs to and where it was said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal

from memory.conversation import Exchange, Message, Role
from memory.facts.extract import extract
from memory.facts.keys import keys_of
from memory.facts.sentences import sentences_of
from memory.facts.span import SpanKind

REMEMBERED_MESSAGES = 4096  # of a few facts each: some 10 MB
Status = Literal["active", "superseded", "conflicting"]


@dataclass(frozen=True, slots=True)
class Fact:
    """value: exactly as written · key: the words it belongs to, as written · clause: the unbroken
    text that holds both · sentence: the text around it · day: the UTC day it was said,
    2026-11-29 · message, start, end: where it is in the exchange, in code points."""

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
    status: Status = "active"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Fact:
        known = {name: stored[name] for name in cls.__dataclass_fields__ if name in stored}
        return cls(**known)


def facts_in(exchange: Exchange) -> tuple[Fact, ...]:
    """The facts of the user's, the assistant's and tools' messages, in the order they were said.
    No summary and no recalled text ever comes through here."""
    return distinct(
        fact
        for index, message in enumerate(exchange.messages)
        for fact in _found_in(
            message.text, exchange.number, message.role, _day_said(exchange, message), index
        )
    )


def _day_said(exchange: Exchange, message: Message) -> str:
    at = exchange.asked_at if message.role == "user" else exchange.answered_at
    return at.date().isoformat()


@lru_cache(maxsize=REMEMBERED_MESSAGES)
def _found_in(text: str, exchange: int, role: Role, day: str, index: int) -> tuple[Fact, ...]:
    """Remembered, because a chat whose memory is not tended yet is read again every turn."""
    spans = extract(text)
    sentences = sentences_of(text, spans)
    return tuple(
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
        )
        for span, key in zip(spans, keys_of(sentences, spans), strict=True)
    )


def distinct(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Each value once for each key, where it was said first."""
    first: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        first.setdefault((fact.key, fact.value), fact)
    return tuple(first.values())
