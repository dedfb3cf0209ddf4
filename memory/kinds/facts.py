"""facts: the ledger of values kept word for word, each with its words and where it was said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory.conversation import Exchange, after
from memory.facts.fact import Fact
from memory.facts.ledger import Ledger
from memory.facts.lines import Entry, entries_of, written
from memory.facts.ranking import asks_for_all, rank_facts
from memory.kind import (
    NOTHING,
    Budget,
    Explanation,
    MemoryOptions,
    Place,
    Question,
    Recollection,
    State,
)

_MOST_PER_TOKEN = 16
"""Characters; longer texts need not be counted to know that they do not fit."""
_MISSES = 20
"""After so many lines in a row that do not fit, none is tried any more."""
_MORE = "({} more are kept and not shown here; the user sees all with /facts.)"


def facts_of(state: State) -> tuple[Fact, ...]:
    """The facts in a state, oldest first."""
    return tuple(Fact.from_json(stored) for stored in state.get("facts", ()))


def absorbed_in(state: State) -> int:
    """Number of the last exchange whose facts are in the state, 0 for none."""
    return int(state.get("absorbed", 0))


@dataclass(frozen=True, slots=True)
class Facts:
    """State: {"absorbed": number of the last exchange in it, "facts": [facts, oldest first]}.
    A fact stays in it for good; only what is shown is bounded, to `tokens` at most unless the
    question wants all of them."""

    tokens: int = 2000

    name: ClassVar[str] = "facts"
    version: ClassVar[int] = 2
    place: ClassVar[Place] = "context"
    explanation: ClassVar[Explanation] = Explanation(
        what="Ids, numbers, dates, quotations and code as they were written, and who said them.",
        good_for="Order numbers, prices, appointments: values that are wrong when one digit is.",
        bad_for="Moods, reasons and stories: only what has a form is found.",
        origin="Made for Hafez: LoCoMo's summaries (2024) keep 29% of the numbers of their talks.",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Facts:
        return cls(options.facts_tokens)

    def absorb(self, state: State, exchange: Exchange) -> State:
        """An exchange that is in the state already changes nothing."""
        return absorb_all(state, (exchange,))

    def absorb_all(self, state: State, exchanges: Sequence[Exchange]) -> State:
        return absorb_all(state, exchanges)

    def revised(self, state: State, exchanges: Sequence[Exchange]) -> State:
        """What newer exchanges take back no longer holds."""
        return absorb_all(state, exchanges)

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        """The facts of the state, up to the newest of `exchanges` (what comes after it is in the
        prompt as it was said), and those of exchanges that are not in it yet."""
        if not exchanges:
            return NOTHING
        known = facts_of(absorb_all(state, exchanges))
        hidden = [fact for fact in known if fact.exchange <= exchanges[-1].number]
        room = budget if asks_for_all(question.text) else budget.limited_to(self.tokens)
        return _rendered(hidden, question, room) if hidden else NOTHING


KIND = Facts


def absorb_all(state: State, exchanges: Sequence[Exchange]) -> State:
    """The state with the facts of the exchanges after its last one; the state itself where there
    are none."""
    new = after(exchanges, absorbed_in(state))
    if not new:
        return state
    ledger = Ledger(facts_of(state))
    for exchange in new:
        ledger.read(exchange)
    return {"absorbed": new[-1].number, "facts": [fact.to_json() for fact in ledger.facts]}


def _rendered(facts: Sequence[Fact], question: Question, budget: Budget) -> Recollection:
    """All lines in order while they fit; else those nearest to the question and the newest."""
    entries = entries_of(facts)
    whole = written(entries)
    if budget.count(whole) <= budget.tokens:
        return Recollection(text=whole)
    return Recollection(text=_chosen(entries, facts, question, budget), chosen=True)


def _chosen(
    entries: Sequence[Entry], facts: Sequence[Fact], question: Question, budget: Budget
) -> str:
    heads = [next(e for e in entries if e.section == s) for s in {e.section for e in entries}]
    frame = written(heads) + _MORE.format(len(facts))
    left = budget.tokens - budget.count(frame) + sum(budget.count(e.text) for e in heads)
    kept = set[int]()
    misses = 0
    for at in _by_worth(entries, facts, question):
        cost = budget.count(entries[at].text + "\n")
        misses = 0 if cost <= left else misses + 1
        if misses > _MISSES:
            break
        if not misses:
            kept.add(at)
            left -= cost
    while kept:
        shown = [entries[at] for at in sorted(kept)]
        more = sum(len(entry.facts) for at, entry in enumerate(entries) if at not in kept)
        text = "\n".join([written(shown), _MORE.format(more)])
        if budget.count(text) <= budget.tokens:
            return text
        kept.discard(min(kept))
    return ""


def _by_worth(entries: Sequence[Entry], facts: Sequence[Fact], question: Question) -> Iterable[int]:
    """Positions of the entries: those that answer the question, then the newest; what held once
    comes last."""
    place = {fact.id: at for at, entry in enumerate(entries) for fact in entry.facts}
    ranked = rank_facts(facts, question.text)
    near = [place[fact.id] for fact, score in ranked if score > 0 and fact.id in place]
    newest = sorted(range(len(entries)), key=lambda at: entries[at].newest, reverse=True)
    order = dict.fromkeys([*near, *newest])
    return sorted(order, key=lambda at: entries[at].section == "history")
