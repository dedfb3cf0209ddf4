"""Runs a dialogue through the product's own upkeep, and keeps what the model would see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memory.conversation import ConversationId
from memory.facts.fact import Fact
from memory.facts.known_ledger import facts_of
from memory.facts.lines import Entry, entries_of
from memory.kind import Budget, MemoryOptions, Question
from memory.kinds.facts import Facts
from memory.kinds.summary import Summary, summary_text
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory, DictStore
from tests.bench.chain.dialogues import Dialogue, exchanges_between
from workers.language_model import LanguageModel
from workers.local_lanes import LocalLanes
from workers.turn_options import TurnOptions
from workers.upkeep import TendMemory

PROMPT_TOKENS = 8000
SUMMARY_TOKENS = 300
HERE = ConversationId("chain")
LONGEST_BACKOFF_S = 3601


@dataclass(frozen=True, slots=True)
class Compaction:
    """After `turn`: what the model is shown of the past, the summary in it, the ledger's lines
    and facts, and whether compacting once more changed nothing."""

    turn: int
    shown: str
    summary: str
    entries: tuple[Entry, ...]
    facts: tuple[Fact, ...]
    idempotent: bool


def count(text: str) -> int:
    """A token is four bytes, as on average it is."""
    return (len(text.encode()) + 3) // 4


async def compacted(dialogue: Dialogue, model: LanguageModel) -> list[Compaction]:
    """Everything said so far leaves the prompt at each compaction."""
    store, done, first = DictStore(), list[Compaction](), 0
    upkeep = _Upkeep(store, model)
    for turn in dialogue.compact_after:
        number = (await store.load(HERE)).last_number + 1
        for exchange in exchanges_between(dialogue, first, turn, number):
            store.append(HERE, exchange)
        first = turn + 1
        await upkeep.tend()
        before = await store.load(HERE)
        await upkeep.tend()
        after = await store.load(HERE)
        done.append(_seen(turn, after, idempotent=before.states == after.states))
    return done


class _Upkeep:
    """The product's upkeep, whose back-off passes at once."""

    def __init__(self, store: DictStore, model: LanguageModel) -> None:
        self._now = 0.0
        self._lanes = LocalLanes(store, clock=lambda: self._now)
        options = MemoryOptions(
            threshold_tokens=1, keep_recent=0, summary_tokens=SUMMARY_TOKENS, window_pairs=0
        )
        self._tend = TendMemory(
            tending=self._lanes,
            store=store,
            model=model,
            options=TurnOptions(recipe="summary", memory=options),
            count=count,
        )

    async def tend(self) -> None:
        """Until it is done, or given up."""
        await self._lanes.ask_tending(HERE)
        while leases := await self._lanes.lease_tending("bench", 1):
            await self._tend.run(leases[0])
            self._now += LONGEST_BACKOFF_S


def _seen(turn: int, memory: ChatMemory, *, idempotent: bool) -> Compaction:
    recipe = build_recipe("summary", MemoryOptions(keep_recent=0))
    asked = Question("", datetime.fromtimestamp(0, UTC))
    shown = recall(memory, recipe, asked, Budget(PROMPT_TOKENS, count))
    facts = facts_of(memory.state_of(Facts.name, Facts.version) or {})
    return Compaction(
        turn=turn,
        shown="\n".join(context.text for context in shown.context),
        summary=summary_text(memory.state_of(Summary.name, Summary.version) or {}),
        entries=_shown_entries(facts, [context.text for context in shown.context]),
        facts=facts,
        idempotent=idempotent,
    )


def _shown_entries(facts: Sequence[Fact], texts: Sequence[str]) -> tuple[Entry, ...]:
    """The lines of the ledger that the prompt really shows."""
    whole = "\n".join(texts)
    return tuple(entry for entry in entries_of(facts) if entry.text in whole)
