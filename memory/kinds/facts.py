"""facts: the ledger of values kept word for word, each with its words and where it was said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory.conversation import Exchange, after
from memory.facts.fact import Fact, distinct, facts_in
from memory.facts.ranking import rank_facts
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

_TITLE = "Word for word, from this conversation:"
_MORE = "({} more are kept and not shown here.)"


def facts_of(state: State) -> tuple[Fact, ...]:
    """The facts in a state, oldest first."""
    return tuple(Fact.from_json(stored) for stored in state.get("facts", ()))


def absorbed_in(state: State) -> int:
    """Number of the last exchange whose facts are in the state, 0 for none."""
    return int(state.get("absorbed", 0))


@dataclass(frozen=True, slots=True)
class Facts:
    """State: {"absorbed": number of the last exchange in it, "facts": [facts, oldest first]}.
    A fact stays in it for good; only what is shown is bounded."""

    name: ClassVar[str] = "facts"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "context"
    explanation: ClassVar[Explanation] = Explanation(
        what="Ids, numbers, dates, quotations and code as they were written, and who said them.",
        good_for="Order numbers, prices, appointments: values that are wrong when one digit is.",
        bad_for="Moods, reasons and stories: only what has a form is found.",
        origin="Made for Hafez: LoCoMo's summaries (2024) keep 29% of the numbers of their talks.",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Facts:  # noqa: ARG003  # the port's name
        return cls()

    def absorb(self, state: State, exchange: Exchange) -> State:
        """An exchange that is in the state already changes nothing."""
        return absorb_all(state, (exchange,))

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        """The facts of the state, up to the newest of `exchanges` (what comes after it is in the
        prompt as it was said), and those of exchanges that are not in it yet."""
        if not exchanges:
            return NOTHING
        hidden = [f for f in facts_of(state) if f.exchange <= exchanges[-1].number]
        fresh = [f for e in after(exchanges, absorbed_in(state)) for f in facts_in(e)]
        ledger = _outermost(distinct([*hidden, *fresh]))
        return Recollection(text=_rendered(ledger, question, budget)) if ledger else NOTHING


KIND = Facts


def absorb_all(state: State, exchanges: Iterable[Exchange]) -> State:
    """The state with the facts of the exchanges after its last one."""
    last, facts = absorbed_in(state), list(state.get("facts", ()))
    known = {(fact["key"], fact["value"]) for fact in facts}
    for exchange in exchanges:
        if exchange.number <= last:
            continue
        last = exchange.number
        new = [f for f in facts_in(exchange) if (f.key, f.value) not in known]
        known.update((fact.key, fact.value) for fact in new)
        facts.extend(fact.to_json() for fact in new)
    return {"absorbed": last, "facts": facts}


def _outermost(facts: Sequence[Fact]) -> list[Fact]:
    """Without the facts that another fact's line shows anyway; by place, the longer first."""
    ordered = sorted(facts, key=lambda f: (f.exchange, f.message, f.start, -f.end))
    kept: list[Fact] = []
    for fact in ordered:
        if not kept or not _within(fact, kept[-1]):
            kept.append(fact)
    return kept


def _within(fact: Fact, other: Fact) -> bool:
    same = (fact.exchange, fact.message) == (other.exchange, other.message)
    return same and other.start <= fact.start and fact.end <= other.end


_SHORT = 120
"""Characters of a sentence that is shown whole."""


def _line(fact: Fact) -> str:
    source = f"({fact.role}, {fact.day}, exchange {fact.exchange})"
    if fact.kind == "code" and "\n" in fact.value:
        return f"- code {source}:\n{fact.value}"
    return f"- {_words(fact)} {source}"


def _words(fact: Fact) -> str:
    """The sentence where it is short: what stands behind a value may say whose it is. Values of
    one sentence so share a line."""
    sentence = fact.sentence.rstrip(".。")
    fits = len(sentence) <= _SHORT and "\n" not in sentence
    return sentence if fits and fact.value in sentence else fact.clause


def _rendered(facts: Sequence[Fact], question: Question, budget: Budget) -> str:
    """All facts in order while they fit; else those nearest to the question and the newest."""
    lines = dict.fromkeys(map(_line, facts))
    whole = "\n".join([_TITLE, *lines])
    if budget.count(whole) <= budget.tokens:
        return whole
    return _chosen(facts, question, budget)


def _chosen(facts: Sequence[Fact], question: Question, budget: Budget) -> str:
    frame = budget.count(f"{_TITLE}\n{_MORE.format(len(facts))}\n")
    left, kept = budget.tokens - frame, set[int]()
    for at in _by_worth(facts, question):
        cost = budget.count(_line(facts[at]) + "\n")
        if cost <= left:
            kept.add(at)
            left -= cost
    while kept:
        lines = dict.fromkeys(_line(facts[at]) for at in sorted(kept))
        text = "\n".join([_TITLE, *lines, _MORE.format(len(facts) - len(kept))])
        if budget.count(text) <= budget.tokens:
            return text
        kept.discard(min(kept))
    return ""


def _by_worth(facts: Sequence[Fact], question: Question) -> Iterable[int]:
    """Positions of the facts: those that answer the question, then the newest."""
    place = {id(fact): at for at, fact in enumerate(facts)}
    ranked = rank_facts(facts, question.text)
    near = [place[id(fact)] for fact, score in ranked if score > 0]
    newest = range(len(facts) - 1, -1, -1)
    return dict.fromkeys([*near, *newest])
