"""The last k exchanges, whole pairs only, as long as the budget holds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from memory.conversation import Exchange
from memory.kind import (
    Budget,
    Explanation,
    MemoryOptions,
    Pick,
    Place,
    Question,
    Recollection,
    State,
)
from memory.pairs import newest_that_fit
from memory.params import check_names, whole_number
from memory.recency import newest_first


@dataclass(frozen=True, slots=True)
class Window:
    """`pairs` means what it says: 5 shows five exchanges, 0 shows none."""

    pairs: int

    name: ClassVar[str] = "window"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recent"
    explanation: ClassVar[Explanation] = Explanation(
        what="The last few exchanges word for word; a question and its answer are never parted.",
        good_for='Following the thread: "and the other one?" means something said just before.',
        bad_for="Anything that was said further back than the window reaches.",
        origin="LangChain's ConversationBufferWindowMemory (2022), here in whole pairs.",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Window:
        return cls(options.window_pairs)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Window:
        check_names(params, {"k"})
        return cls(whole_number(params, "k", MemoryOptions().window_pairs, least=0))

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        shown = newest_that_fit(exchanges, self.pairs, budget)
        return Recollection(picks=tuple(Pick(each, why="newest") for each in shown))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        return newest_first(exchanges)


KIND = Window
