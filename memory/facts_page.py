"""A chat's facts as pages for the person they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.fact_messages import fact_messages
from memory.facts.fact import Fact
from memory.facts.known_ledger import absorb_all, facts_of
from memory.facts.outermost import outermost
from memory.facts.ranking import rank_facts
from memory.kinds.facts import Facts
from memory.store import ChatMemory

PAGE = 12


@dataclass(frozen=True, slots=True)
class FactRow:
    """number: by which a person names it · id: see Fact; by it a button does · key: the words it
    belongs to · who: user, assistant or tool · day: the UTC day, 2026-11-29 · until: the exchange
    that replaced it, 0 while it holds · message: Telegram id of the message it was said in, 0
    where none is known."""

    number: int
    value: str
    key: str
    who: str
    day: str
    exchange: int
    status: str
    until: int
    message: int
    id: str = ""


@dataclass(frozen=True, slots=True)
class FactsPage:
    """`words`: only facts about these, "" for all · page: from 1 to pages · rows: newest first.
    Everything survives JSON (dataclasses.asdict)."""

    words: str
    page: int
    pages: int
    total: int
    rows: tuple[FactRow, ...]


def facts_page(memory: ChatMemory, words: str = "", page: int = 1) -> FactsPage:
    """One page; the last one for a number past it."""
    ledger = known_facts(memory)
    numbers = {fact.id: at for at, fact in enumerate(ledger, start=1)}
    shown = _about(outermost(ledger), words)
    pages = max(1, -(-len(shown) // PAGE))
    page = min(max(1, page), pages)
    some = shown[(page - 1) * PAGE : page * PAGE]
    messages = fact_messages(memory, some)
    rows = tuple(_row(fact, numbers[fact.id], messages[fact.id]) for fact in some)
    return FactsPage(words, page, pages, len(shown), rows)


def known_facts(memory: ChatMemory) -> tuple[Fact, ...]:
    """The whole ledger, in the order in which it was said."""
    stored = memory.state_of(Facts.name, Facts.version) or {}
    return facts_of(absorb_all(stored, memory.exchanges))


def _about(facts: Sequence[Fact], words: str) -> list[Fact]:
    newest = list(reversed(facts))
    if not words:
        return newest
    near = {fact.id for fact, score in rank_facts(facts, words) if score > 0}
    plain = words.casefold()
    return [f for f in newest if f.id in near or plain in f.value.casefold()]


def _row(fact: Fact, number: int, message: int) -> FactRow:
    return FactRow(
        number=number,
        value=fact.value,
        key=fact.key,
        who=fact.role,
        day=fact.day,
        exchange=fact.exchange,
        status=fact.status,
        until=fact.until,
        message=message,
        id=fact.id,
    )
