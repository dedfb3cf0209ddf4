"""A chat's facts as pages for the person they belong to, and what forgetting one means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.facts.checking import occurs
from memory.facts.fact import Fact
from memory.facts.known_ledger import absorb_all, facts_of
from memory.facts.outermost import outermost
from memory.facts.ranking import rank_facts
from memory.kinds.facts import Facts
from memory.log import log_of
from memory.store import ChatMemory

PAGE = 12
_ISOLATING = dict.fromkeys((0x200E, 0x200F, *range(0x2066, 0x206A)))
"""Marks that keep an id in order beside right-to-left text, and are copied with it."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """number: by which a person names it · key: the words it belongs to · who: user, assistant or
    tool · day: the UTC day, 2026-11-29 · until: the exchange that replaced it, 0 while it holds ·
    message: Telegram id of the message it was said in, 0 where none is known."""

    number: int
    value: str
    key: str
    who: str
    day: str
    exchange: int
    status: str
    until: int
    message: int


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
    messages = _messages(memory, some)
    rows = tuple(_row(fact, numbers[fact.id], messages) for fact in some)
    return FactsPage(words, page, pages, len(shown), rows)


def known_facts(memory: ChatMemory) -> tuple[Fact, ...]:
    """The whole ledger, in the order in which it was said."""
    stored = memory.state_of(Facts.name, Facts.version) or {}
    return facts_of(absorb_all(stored, memory.exchanges))


@dataclass(frozen=True, slots=True)
class ToForget:
    """The value that is meant, and the exchanges that hold it."""

    value: str
    exchanges: tuple[int, ...]


def to_forget(memory: ChatMemory, named: str) -> ToForget:
    """What `named` means: a fact's number, or what was written itself, between quotation marks
    where it could be a number. Reads the whole log, for a value may be said again anywhere."""
    value = named.translate(_ISOLATING).strip()
    ledger = known_facts(memory)
    if value.isdecimal() and 1 <= int(value) <= len(ledger):
        value = ledger[int(value) - 1].value
    value = value.strip('"“”«»「」') if len(value) > 2 else value
    holding = (e.number for e in memory.exchanges if any(occurs(value, m.text) for m in e.messages))
    return ToForget(value, tuple(holding) if value else ())


def _about(facts: Sequence[Fact], words: str) -> list[Fact]:
    newest = list(reversed(facts))
    if not words:
        return newest
    near = {fact.id for fact, score in rank_facts(facts, words) if score > 0}
    plain = words.casefold()
    return [f for f in newest if f.id in near or plain in f.value.casefold()]


def _messages(memory: ChatMemory, facts: Sequence[Fact]) -> dict[int, tuple[int, int]]:
    """Exchange -> the first message of the user and of the reply, 0 for an unknown one."""
    log = log_of(memory.exchanges)
    numbers = sorted({fact.exchange for fact in facts if log.holds(fact.exchange)})
    return {
        each.number: (next(iter(each.message_ids), 0), next(iter(each.reply_ids), 0))
        for each in log.bodies(numbers)
    }


def _row(fact: Fact, number: int, messages: dict[int, tuple[int, int]]) -> FactRow:
    user, reply = messages.get(fact.exchange, (0, 0))
    return FactRow(
        number=number,
        value=fact.value,
        key=fact.key,
        who=fact.role,
        day=fact.day,
        exchange=fact.exchange,
        status=fact.status,
        until=fact.until,
        message=user if fact.role == "user" else reply,
    )
