"""The ledger of a log as it was read last, so that the next turn reads only what is new.

A stored state is JSON; to read thousands of facts out of it takes much longer than to answer from
them. What was read stays beside the cards of the log, for as long as the log is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from memory.conversation import Exchange, after
from memory.facts.fact import Fact
from memory.facts.ledger import Ledger
from memory.facts.ranking import FactIndex
from memory.kind import State
from memory.log import Log


@dataclass(slots=True)
class KnownLedger:
    """ledger: `base` and the exchanges `read` after it · state: the same as JSON."""

    base: State
    state: State
    ledger: Ledger
    read: tuple[Exchange, ...] = ()
    index: FactIndex = field(default_factory=FactIndex)

    def is_of(self, state: State, new: Sequence[Exchange]) -> bool:
        """Whether it is, or can become, the ledger of `state` and the exchanges after it."""
        if state is self.state and not new:
            return True
        return state is self.base and self.read == tuple(new[: len(self.read)])

    def further(self, new: Sequence[Exchange]) -> None:
        """With `new` after `base`, which begin with those that are read, or are none."""
        more = new[len(self.read) :]
        for exchange in more:
            self.ledger.read(exchange)
        if more:
            self.read = tuple(new)
            self.state = {"absorbed": new[-1].number, "facts": self._facts()}

    def rebased(self) -> None:
        """The exchanges read so far belong to the base."""
        self.base, self.read = self.state, ()

    def _facts(self) -> list[Any]:
        """Only what changed is written anew."""
        said, known = self.ledger.said, self.state.get("facts", ())
        facts = [*known, *([None] * (len(said) - len(known)))]
        for at in self.ledger.changed:
            facts[at] = said[at].to_json()
        self.ledger.changed.clear()
        return facts


def facts_of(state: State) -> tuple[Fact, ...]:
    """The facts in a state, oldest first."""
    return tuple(Fact.from_json(stored) for stored in state.get("facts", ()))


def absorbed_in(state: State) -> int:
    """Number of the last exchange whose facts are in the state, 0 for none."""
    return int(state.get("absorbed", 0))


def take_ledger(state: State, exchanges: Sequence[Exchange]) -> KnownLedger:
    """The ledger of `state` and of the exchanges after its last one. It is the caller's until
    `give_back`: whoever else wants it meanwhile reads one of his own."""
    new = tuple(after(exchanges, absorbed_in(state)))
    known = _taken(exchanges)
    if known is not None and new and state is known.state:
        known.rebased()
    if known is None or not known.is_of(state, new):
        known = KnownLedger(state, state, Ledger(facts_of(state)))
    known.further(new)
    return known


def give_back(known: KnownLedger, exchanges: Sequence[Exchange]) -> None:
    if isinstance(exchanges, Log):
        exchanges.cards.ledgers[:] = [known]


def _taken(exchanges: Sequence[Exchange]) -> KnownLedger | None:
    if not isinstance(exchanges, Log):
        return None
    try:
        return exchanges.cards.ledgers.pop()
    except IndexError:
        return None


def absorb_all(state: State, exchanges: Iterable[Exchange]) -> State:
    """The state with the facts of the exchanges after its last one; the state itself where there
    are none."""
    said = exchanges if isinstance(exchanges, Log) else tuple(exchanges)
    if not after(said, absorbed_in(state)):
        return state
    known = take_ledger(state, said)
    give_back(known, said)
    return known.state
