"""What the kinds of a recipe without a summary keep of a long log is stored now and then, so that
a worker that meets the chat anew reads only what came after. (With a summary it is stored whenever
that is extended: memory/tending.py.)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from memory.facts.known_ledger import absorb_all, absorbed_in
from memory.kind import Absorbing, Kind, MemoryOptions
from memory.kinds import UnknownKind, load_kind
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary
from memory.log import log_of
from memory.plug_ins import BrokenKind
from memory.rebuilding import state_for
from memory.recipes import build_recipe, kinds_of
from memory.store import ChatMemory, Tended

LEAST_BEHIND = 500
"""A shorter log is read anew in less time than storing takes."""
SHARE_BEHIND = 0.25
"""So that all that is written of states over a chat's life is a few times the last one."""


def states_lag(memory: ChatMemory, recipe: str) -> bool:
    """Whether so many exchanges are in no stored state that storing one pays."""
    if len(memory.exchanges) < LEAST_BEHIND:
        return False
    return any(_behind(memory, kind) for kind in _keeping(recipe))


def kept_states(memory: ChatMemory, recipe: str, options: MemoryOptions) -> Tended | None:
    """Every such state, up to the newest exchange; None where nothing lags."""
    if not states_lag(memory, recipe):
        return None
    names = {kind.name for kind in _keeping(recipe)}
    kinds = (kind for kind in build_recipe(recipe, options).kinds if kind.name in names)
    return Tended(memory.watermark, {kind.name: _stored(memory, kind) for kind in kinds})


def _stored(memory: ChatMemory, kind: Kind) -> Mapping[str, Any]:
    """The ledger itself notes how far it goes, and reads on from there."""
    if kind.name == Facts.name:
        before = memory.state_of(kind.name, kind.version) or {}
        return {"version": kind.version, "state": absorb_all(before, memory.exchanges)}
    last = log_of(memory.exchanges).numbers[-1]
    return {"version": kind.version, "state": state_for(memory, kind), "absorbed": last}


def _last_in(memory: ChatMemory, kind: type[Kind]) -> int:
    state = memory.state_of(kind.name, kind.version)
    if state is None:
        return 0
    return absorbed_in(state) if kind.name == Facts.name else memory.absorbed_by(kind.name) or 0


@lru_cache(maxsize=64)  # every turn asks
def _keeping(recipe: str) -> Sequence[type[Kind]]:
    names = kinds_of(recipe)
    if Summary.name in names:
        return ()
    with suppress(UnknownKind, BrokenKind):  # whoever recalls with it says so
        return tuple(kind for kind in map(load_kind, names) if issubclass(kind, Absorbing))
    return ()


def _behind(memory: ChatMemory, kind: type[Kind]) -> bool:
    behind = len(log_of(memory.exchanges).after(_last_in(memory, kind)))
    return behind >= max(LEAST_BEHIND, len(memory.exchanges) * SHARE_BEHIND)
