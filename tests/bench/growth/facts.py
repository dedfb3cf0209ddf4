"""What a turn's facts cost in a chat whose every exchange says one, in units of the same in a young
chat: the ledger is read once, and then grows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from statistics import median

from memory.conversation import ConversationId, Exchange, pair
from memory.facts.known_ledger import absorb_all
from memory.kind import Budget, MemoryOptions, Question
from memory.kinds.facts import Facts
from memory.log import Log, log_of
from memory.recall import Recall, recall
from memory.recipes import build_recipe
from memory.store import ChatMemory
from tests.bench.growth.searching import Measured
from tests.bench.growth.texts import START

TURNS = 9
PAST = 10
BUDGET = Budget(6_000, lambda text: len(text) // 4)
THINGS = ("lamp", "table", "chair", "carpet", "kettle", "curtain", "mirror", "shelf")


def measure_facts(sizes: Sequence[int]) -> Measured:
    figures: dict[str, float] = {}
    for size in sizes:
        cold, warm = _at_size(size)
        figures |= {f"facts_cold_ms_{size}": cold, f"facts_warm_ms_{size}": warm}
    few, many = (figures[f"facts_warm_ms_{size}"] for size in (sizes[0], sizes[-1]))
    return Measured({f"facts_warm_ms_at_{sizes[-1]}_to_{sizes[0]}": many / few}, figures)


def _at_size(size: int) -> tuple[float, float]:
    """Milliseconds of the first turn, and, in the middle, of the next ones."""
    said = [_exchange(number) for number in range(1, size + 1)]
    state = absorb_all({}, said[:-PAST])
    stored = {Facts.name: {"version": Facts.version, "state": state}}
    log = Log([], {})
    for exchange in said:
        log = log.with_next(exchange)
    memory = ChatMemory(ConversationId("facts"), log, size, size - PAST, 0, stored)
    cold = _ms(memory)
    return cold, median(_ms(memory := _with_next(memory)) for _ in range(TURNS))


def _with_next(memory: ChatMemory) -> ChatMemory:
    number = memory.last_number + 1
    log = log_of(memory.exchanges).with_next(_exchange(number))
    return replace(memory, exchanges=log, last_number=number)


def _ms(memory: ChatMemory) -> float:
    began = time.perf_counter()
    _recalled(memory)
    return (time.perf_counter() - began) * 1000


def _recalled(memory: ChatMemory) -> Recall:
    number = memory.last_number // 3
    at = memory.exchanges[-1].asked_at + timedelta(hours=1)
    asked = Question(f"What did the {THINGS[number % len(THINGS)]} of order HX-{number} cost?", at)
    return recall(memory, build_recipe("facts,window", MemoryOptions()), asked, BUDGET)


def _exchange(number: int) -> Exchange:
    thing, price = THINGS[number % len(THINGS)], 20 + number * 7919 % 900
    text = f"The {thing} of order HX-{number * 7} costs {price} EUR."
    return pair(number, text, "Noted.", at=START + timedelta(hours=number))
