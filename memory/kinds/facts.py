"""facts: the ledger of values kept word for word, each with its words and where it was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory.conversation import Exchange
from memory.facts.known_ledger import absorb_all, give_back, take_ledger
from memory.facts.ranking import asks_for_all
from memory.facts.showing import shown
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
        known = take_ledger(state, exchanges)
        room = budget if asks_for_all(question.text) else budget.limited_to(self.tokens)
        found = shown(known, exchanges[-1].number, question.text, room)
        give_back(known, exchanges)
        return found


KIND = Facts
