"""What forgetting a value means: which exchanges of a conversation hold it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from memory.conversation import Exchange
from memory.facts.checking import occurs
from memory.facts.fact import Fact
from memory.facts_page import known_facts
from memory.quotes import quoted_texts
from memory.store import ChatMemory

_ISOLATING = dict.fromkeys((0x200E, 0x200F, *range(0x2066, 0x206A)))
"""Marks that keep an id in order beside right-to-left text, and are copied with it."""


@dataclass(frozen=True, slots=True)
class ToForget:
    """exchanges: numbers of those that hold the value · facts: how many facts were said in them."""

    exchanges: tuple[int, ...] = ()
    facts: int = 0


def value_named(memory: ChatMemory, named: str) -> str:
    """What a person means: a fact's number, or what was written itself, between quotation marks
    where it could be a number."""
    value = named.translate(_ISOLATING).strip()
    ledger = known_facts(memory) if value.isdecimal() else ()
    if value.isdecimal() and 1 <= int(value) <= len(ledger):
        value = ledger[int(value) - 1].value
    return value.strip('"“”«»「」') if len(value) > 2 else value


def fact_of(memory: ChatMemory, id_: str) -> Fact | None:
    """The fact that a button stands for; None once it is gone."""
    return next((fact for fact in known_facts(memory) if fact.id == id_), None)


def _texts(exchange: Exchange) -> list[str]:
    return [*(message.text for message in exchange.messages), *quoted_texts(exchange)]


def to_forget(memory: ChatMemory, value: str) -> ToForget:
    """Reads the whole log, for a value may be said again anywhere."""
    if not value:
        return ToForget()
    holding = frozenset(
        each.number
        for each in memory.exchanges
        if any(occurs(value, text) for text in _texts(each))
    )
    facts = sum(fact.exchange in holding for fact in known_facts(memory)) if holding else 0
    return ToForget(tuple(sorted(holding)), facts)
