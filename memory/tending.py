"""Decides when a memory is tended, and what of it the summary is extended over. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from memory import paying, summary_cost
from memory.conversation import Exchange, after
from memory.facts.known_ledger import absorb_all, facts_of
from memory.kept_states import states_lag
from memory.kind import Absorbing, Budget, Kind, MemoryOptions, State
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary, summary_text
from memory.log import log_of
from memory.paying import Payoff
from memory.rebuilding import state_for
from memory.recipes import build_recipe, kinds_of
from memory.store import ChatMemory, Tended
from memory.summary_chunks import Count, chunks_of, cost_of
from memory.summary_cost import SummaryCost

_LEAST_GAIN = 0.25
"""Share of the threshold that must leave the prompt. Without it one exchange of the newest, alone
over the threshold, would have the few words before it summarised at every turn."""
_LIKELY = 0.5
CHUNK_TOKENS = 6000
"""What the summarizer is shown at once, unless its window is known to be another."""


@dataclass(frozen=True, slots=True)
class TendingPlan:
    """What to do: for each of `chunks` in turn ask `kind.question(chunk, state)` and let
    `kind.learn(chunk, state, answer, budget)` give the next state, beginning with `state`; then
    `finish`. An exchange too large for a chunk comes in pieces, in chunks one after the other.
    `absorbing`: the recipe's other kinds that keep something of each exchange · `learns`: the chat
    finds out from it when a summary pays."""

    kind: Summary
    chunks: tuple[tuple[Exchange, ...], ...]
    state: State
    budget: Budget
    watermark: int
    absorbing: tuple[Kind, ...] = ()
    learns: bool = False


def needs_tending(memory: ChatMemory, recipe: str, options: MemoryOptions, count: Count) -> bool:
    """Whether the summary is to be extended, or, without one, states are to be stored."""
    return _wants_summary(memory, recipe, options, count) or states_lag(memory, recipe)


def _wants_summary(memory: ChatMemory, recipe: str, options: MemoryOptions, count: Count) -> bool:
    """Whether the recipe keeps a summary, what it does not cover is over the threshold (or the
    chat learned that a summary pays already), and enough would leave the prompt to be worth it."""
    if Summary.name not in kinds_of(recipe):
        return False
    past = after(memory.exchanges, watermark_of(memory))
    covered = past[: max(0, len(past) - options.keep_recent)]
    over = _exceeds(reversed(past), options.threshold_tokens, count)
    if not covered or not (over or options.summary_rule == "bayes"):
        return False
    if not _exceeds(reversed(covered), int(options.threshold_tokens * _LEAST_GAIN), count):
        return False
    return over or _pays(memory, past, count)


def _pays(memory: ChatMemory, past: Sequence[Exchange], count: Count) -> bool:
    stored = memory.state_of(paying.NAME, paying.VERSION)
    if not stored:
        return False
    payoff = Payoff.from_json(stored)
    return payoff.probability(paying.features_of(past, count)) > _LIKELY


def characters_to_count(memory: ChatMemory, recipe: str, most: int) -> int:
    """How long the texts are that `needs_tending` may have to count; past `most` it is told no
    more how much."""
    if Summary.name not in kinds_of(recipe):
        return 0
    total = 0
    for exchange in reversed(after(memory.exchanges, watermark_of(memory))):
        total += sum(len(message.text) for message in exchange.messages)
        if total > most:
            break
    return total


def plan_tending(
    memory: ChatMemory,
    recipe: str,
    options: MemoryOptions,
    count: Count,
    *,
    chunk_tokens: int = CHUNK_TOKENS,
) -> TendingPlan | None:
    """Cover everything past the watermark but the newest `keep_recent` exchanges; None where
    nothing can be gained."""
    if not _wants_summary(memory, recipe, options, count):
        return None
    past = after(memory.exchanges, watermark_of(memory))
    covered = past[: len(past) - options.keep_recent]
    known = absorb_all(memory.state_of(Facts.name, Facts.version) or {}, memory.exchanges)
    return TendingPlan(
        kind=replace(Summary.from_options(options), facts=facts_of(known)),
        chunks=tuple(chunks_of(covered, chunk_tokens, count)),
        state=memory.state_of(Summary.name, Summary.version) or {},
        budget=Budget(options.summary_tokens, count),
        watermark=covered[-1].number,
        absorbing=_absorbing(recipe, options),
        learns=options.summary_rule == "bayes",
    )


def _absorbing(recipe: str, options: MemoryOptions) -> tuple[Kind, ...]:
    kinds = (kind for kind in build_recipe(recipe, options).kinds if kind.name != Facts.name)
    return tuple(kind for kind in kinds if isinstance(kind, Absorbing))


def finish(
    memory: ChatMemory, plan: TendingPlan, summary_state: State, cost: SummaryCost | None = None
) -> Tended:
    """Everything that changes, for one commit: the summary, what the other kinds keep of what it
    covers, the watermark, what it cost, and what can be learned from when it was made."""
    covered = log_of(memory.exchanges).up_to(plan.watermark)
    seen = replace(memory, exchanges=covered)
    facts = absorb_all(memory.state_of(Facts.name, Facts.version) or {}, covered)
    states: dict[str, Mapping[str, Any]] = {
        Summary.name: {"version": Summary.version, "state": summary_state},
        Facts.name: {"version": Facts.version, "state": facts},
    }
    for kind in plan.absorbing:
        state = state_for(seen, kind)
        stored = {"version": kind.version, "state": state, "absorbed": plan.watermark}
        states[kind.name] = stored
    if cost is not None:
        paid = (cost_so_far(memory) + cost).to_json()
        states[summary_cost.NAME] = {"version": summary_cost.VERSION, "state": paid}
    if plan.learns:
        payoff = _learned(memory, plan, summary_state).to_json()
        states[paying.NAME] = {"version": paying.VERSION, "state": payoff}
    return Tended(watermark=plan.watermark, states=states)


def cost_so_far(memory: ChatMemory) -> SummaryCost:
    stored = memory.state_of(summary_cost.NAME, summary_cost.VERSION)
    return SummaryCost.from_json(stored or {})


def _learned(memory: ChatMemory, plan: TendingPlan, summary_state: State) -> Payoff:
    before = Payoff.from_json(memory.state_of(paying.NAME, paying.VERSION) or {})
    past = after(memory.exchanges, watermark_of(memory))
    tokens = plan.budget.count(summary_text(summary_state))
    return paying.learned(before, past, tokens, plan.budget.count)


def watermark_of(memory: ChatMemory) -> int:
    """The last exchange that the stored summary covers; 0 when that cannot be read (none, or of
    another version) or lies past the last exchange."""
    return memory.covered_by(Summary.name, Summary.version)


def oldest_kept(memory: ChatMemory, retention_days: int, now: datetime) -> int:
    """Number of the oldest exchange that is young enough; the next number to be given out when
    none is."""
    since = now - timedelta(days=retention_days)
    log = log_of(memory.exchanges)
    young = (number for number in log.numbers if log.answered_at(number) >= since)
    return next(young, memory.last_number + 1)


def _exceeds(exchanges: Iterable[Exchange], tokens: int, count: Count) -> bool:
    """Counts no further than it has to."""
    total = 0
    for exchange in exchanges:
        total += cost_of(exchange, count)
        if total > tokens:
            return True
    return False
