"""profile: what users said of themselves, as fields, each with the exchange it was said in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from memory.conversation import Exchange, after
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
from memory.profile.current import Entry, current, stored_of

MOST_EARLIER = 2
"""Older values that are shown behind the one that holds."""


@dataclass(frozen=True, slots=True)
class Profile:
    """State: {"absorbed": number of the last exchange in it, "said": [what was said, oldest
    first]}. Only what users wrote is read, never what the model answered."""

    name: ClassVar[str] = "profile"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "context"
    explanation: ClassVar[Explanation] = Explanation(
        what="Who the user is: name, home, work, family, pets, allergies, likes, and their like.",
        good_for="Answers that suit the person, months after they said it once.",
        bad_for="What is said in a roundabout way, and languages but English, Persian, Chinese.",
        origin="User profiles, as ChatGPT's memory (2024) has them; here by patterns, no model.",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Profile:  # noqa: ARG003  # the port's shape
        return cls()

    def absorb(self, state: State, exchange: Exchange) -> State:
        """An exchange that is in the state already changes nothing."""
        return self.absorb_all(state, (exchange,))

    def absorb_all(self, state: State, exchanges: Sequence[Exchange]) -> State:
        new = after(exchanges, int(state.get("absorbed", 0)))
        if not new:
            return state
        said = [*state.get("said", ()), *(each for e in new for each in stored_of(e))]
        return {"absorbed": new[-1].number, "said": said}

    def revised(self, state: State, exchanges: Sequence[Exchange]) -> State:
        """What newer exchanges say differently no longer holds."""
        return self.absorb_all(state, exchanges)

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        """What holds now and was said up to the newest of `exchanges`; what comes after it is in
        the prompt as it was said."""
        if not exchanges:
            return NOTHING
        known = current(self.absorb_all(state, exchanges).get("said", ()))
        hidden = [entry for entry in known if entry.exchange <= exchanges[-1].number]
        return Recollection(text=_rendered(hidden, budget))


KIND = Profile


def _rendered(entries: Sequence[Entry], budget: Budget) -> str:
    """As many lines as fit, the fields in their order; "" where there is none."""
    alone = len({entry.who for entry in entries}) == 1
    shown: list[str] = []
    for who, theirs in groupby(entries, lambda entry: entry.who):
        mine = list(theirs)
        named = "the user" if alone else f"{mine[-1].name or who or 'somebody'}"
        lines = [f"About {named}, by their own words:"]
        for line in _lines(mine):
            if budget.count("\n".join([*shown, *lines, line])) <= budget.tokens:
                lines.append(line)
        shown.extend(lines if len(lines) > 1 else [])
    return "\n".join(shown)


def _lines(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        field = f"{entry.field}, {entry.key}" if entry.key else entry.field
        earlier = "".join(
            f"; earlier: {each.value}, exchange {each.exchange}"
            for each in entry.earlier[:MOST_EARLIER]
        )
        yield f"- {field}: {entry.value} (exchange {entry.exchange}, {entry.day}{earlier})"
