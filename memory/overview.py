"""What a chat remembers, as a page for the person it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC

from memory.conversation import Exchange, after
from memory.fact_messages import fact_messages
from memory.facts.fact import Fact
from memory.facts.known_ledger import absorb_all, absorbed_in, facts_of
from memory.facts.span import STRONG
from memory.kind import Budget, MemoryOptions
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary, summary_text
from memory.rebuilding import state_for
from memory.recall import covered, past_watermark
from memory.recipes import Recipe, build_recipe
from memory.store import ChatMemory
from memory.tending import cost_so_far

MOST_FACTS = 12


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact as the page shows it. number: by which a person names it · key: the words it belongs
    to · who: user, assistant or tool · exchange: where it was said · status: active, superseded or
    conflicting · message: Telegram id of the message it was said in, 0 where none is known."""

    number: int
    value: str
    key: str
    kind: str
    who: str
    exchange: int
    status: str
    message: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything survives JSON (dataclasses.asdict). conversation: its number · exchanges: how
    many are kept · first_at, last_at: ISO instants in UTC, "" for none · tokens_past: tokens past
    the watermark, of `threshold` · watermark: last exchange that the summary covers · facts: a
    few of `facts_total`, oldest first. Without a summary in the recipe all of these from
    tokens_past to watermark are 0; without facts there are none. summary_calls,
    summary_tokens: what summaries cost for 100 exchanges."""

    recipe: str
    conversation: int
    exchanges: int
    first_at: str
    last_at: str
    tokens_past: int
    threshold: int
    watermark: int
    summary: str
    facts: tuple[FactLine, ...]
    facts_total: int
    summary_calls: int = 0
    summary_tokens: int = 0


def overview(
    memory: ChatMemory, recipe_name: str, options: MemoryOptions, count: Callable[[str], int]
) -> Overview:
    """The page of one conversation; `count` gives a text's tokens. Raises UnknownRecipe; may raise
    Unread."""
    recipe = build_recipe(recipe_name, options)
    summarised = recipe.learning is not None
    facts = _facts(memory, recipe)
    cost = cost_so_far(memory).per_100(memory.last_number)
    return Overview(
        recipe=recipe_name,
        conversation=memory.conversation.number,
        exchanges=len(memory.exchanges),
        first_at=_instant(memory.exchanges[:1]),
        last_at=_instant(memory.exchanges[-1:]),
        tokens_past=_tokens(past_watermark(memory, recipe), count) if summarised else 0,
        threshold=options.threshold_tokens if summarised else 0,
        watermark=covered(memory, recipe),
        summary=_summary(memory, recipe),
        facts=_lines(memory, facts),
        facts_total=len(facts),
        summary_calls=cost.calls,
        summary_tokens=cost.tokens,
    )


def _tokens(exchanges: Sequence[Exchange], count: Callable[[str], int]) -> int:
    budget = Budget(0, count)
    return sum(budget.cost(exchange) for exchange in exchanges)


def _instant(exchanges: Sequence[Exchange]) -> str:
    return exchanges[0].asked_at.astimezone(UTC).isoformat() if exchanges else ""


def _summary(memory: ChatMemory, recipe: Recipe) -> str:
    found = (kind for kind in recipe.kinds if isinstance(kind, Summary))
    return "".join(summary_text(state_for(memory, kind)) for kind in found)


def _facts(memory: ChatMemory, recipe: Recipe) -> tuple[Fact, ...]:
    """Those of the stored state and of the exchanges that came after it."""
    for kind in recipe.kinds:
        if isinstance(kind, Facts):
            stored = memory.state_of(kind.name, kind.version) or {}
            return facts_of(absorb_all(stored, after(memory.exchanges, absorbed_in(stored))))
    return ()


def _worth_showing(facts: Sequence[Fact]) -> list[Fact]:
    """Ids, prices, dates and their like before bare numbers, and of these the newest; in the
    order in which they were said."""
    telling = [fact for fact in reversed(facts) if fact.kind in STRONG]
    bare = [fact for fact in reversed(facts) if fact.kind not in STRONG]
    chosen = {id(fact) for fact in [*telling, *bare][:MOST_FACTS]}
    return [fact for fact in facts if id(fact) in chosen]


def _lines(memory: ChatMemory, ledger: Sequence[Fact]) -> tuple[FactLine, ...]:
    shown = _worth_showing(ledger)
    numbers = {fact.id: at for at, fact in enumerate(ledger, start=1)}
    messages = fact_messages(memory, shown)
    return tuple(_line(fact, numbers[fact.id], messages[fact.id]) for fact in shown)


def _line(fact: Fact, number: int, message: int) -> FactLine:
    return FactLine(
        number=number,
        value=fact.value,
        key=fact.key,
        kind=fact.kind,
        who=fact.role,
        exchange=fact.exchange,
        status=fact.status,
        message=message,
    )
