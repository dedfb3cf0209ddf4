"""What of a memory outlives a change of one exchange: what knows of earlier ones alone. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from memory import paying, summary_cost
from memory.facts.known_ledger import absorbed_in
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary
from memory.store import ChatMemory

OF_NO_TEXT = (summary_cost.NAME, paying.NAME)


def derived_before(memory: ChatMemory, number: int) -> ChatMemory:
    """The memory with the watermark and the states that know nothing of exchange `number` and
    those after it."""
    states = memory.states.items()
    return replace(
        memory,
        watermark=memory.watermark if memory.watermark < number else 0,
        states={name: state for name, state in states if _last_in(memory, name, state) < number},
    )


def _last_in(memory: ChatMemory, name: str, stored: Mapping[str, Any]) -> float:
    """Number of the last exchange in a state; past all of them where that is not known."""
    if name in OF_NO_TEXT:
        return 0
    if name == Summary.name:
        return memory.watermark
    if name == Facts.name:
        return absorbed_in(stored["state"]) if stored.get("version") == Facts.version else inf
    absorbed = memory.absorbed_by(name)
    return inf if absorbed is None else absorbed
