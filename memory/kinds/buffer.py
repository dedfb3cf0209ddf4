"""Everything that fits: the newest exchanges word for word, as many as the budget holds."""

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
from memory.params import check_names
from memory.recency import newest_first


@dataclass(frozen=True, slots=True)
class Buffer:
    name: ClassVar[str] = "buffer"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recent"
    explanation: ClassVar[Explanation] = Explanation(
        what="Everything that was said, word for word: the newest exchanges first, as many as fit.",
        good_for="Short talks and roomy models: nothing is chosen, so nothing is chosen wrongly.",
        bad_for="Long talks: what no longer fits is gone, however important it was.",
        origin="The transcript that chats began with; LangChain's ConversationBufferMemory (2022).",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Buffer:  # noqa: ARG003  # the port's shape
        return cls()

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Buffer:
        check_names(params, frozenset())
        return cls()

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        shown = newest_that_fit(exchanges, len(exchanges), budget)
        return Recollection(picks=tuple(Pick(each, why="newest") for each in shown))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        return newest_first(exchanges)


KIND = Buffer
