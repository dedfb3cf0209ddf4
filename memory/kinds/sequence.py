"""A hidden Markov model of message types: it says which part of memory is wanted, and that part
answers. Not the words of a question alone decide, but what sort of message it is and where in the
talk it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from memory.conversation import Exchange, after
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
from memory.log import log_of
from memory.message_types import MessageType, message_type
from memory.params import check_names, whole_number
from memory.recency import each_newest, first_that_fit
from memory.wanted import Want, sign_of, wanted

_MOST_SIGNS = 200
"""Messages the model looks back on; how a person talks shows in fewer."""
_SPARE = 4
"""So many times k of those like the question are read, since not all may be wanted or fit."""
_LEAST_WANTED = 0.2
"""What is wanted with less probability than this gets no room."""
_STATING: tuple[MessageType, ...] = ("telling", "correction")


@dataclass(frozen=True, slots=True)
class MessageSequence:
    """k: exchanges recalled. State: {"last": number of the last exchange in it, "signs": types
    of the last 200 messages, as memory.wanted numbers them}.

    What is wanted most answers first; what is wanted less fills the room it leaves. Where nothing
    is like the question, the newest are recalled, whatever is wanted.
    """

    k: int

    name: ClassVar[str] = "sequence"
    version: ClassVar[int] = 1
    place: ClassVar[Place] = "recalled"
    explanation: ClassVar[Explanation] = Explanation(
        what="Guesses from the sort of message (greeting, question, looking back, correction …) "
        "and those before it whether the newest exchanges are wanted, those like the question, "
        "or what you once told.",
        good_for="Talk that jumps between chatting, asking and looking things up: each message "
        "gets the memory that suits it.",
        bad_for="Languages other than English, Persian and Chinese, of which it understands "
        "little more than question marks; and its numbers are an estimate, not counted anywhere.",
        origin="Hidden Markov models (Baum and others, 1966 to 1970; Rabiner's tutorial, 1989), "
        "used on dialogue acts by Stolcke and others (2000).",
    )

    @classmethod
    def from_options(cls, options: MemoryOptions) -> MessageSequence:
        return cls(options.recalled)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> MessageSequence:
        check_names(params, {"k"})
        return cls(whole_number(params, "k", MemoryOptions().recalled, least=0))

    def absorb(self, state: State, exchange: Exchange) -> State:
        """An exchange that is in the state already changes nothing."""
        if exchange.number <= state.get("last", 0):
            return state
        signs = [*state.get("signs", ()), sign_of(message_type(exchange.user))]
        return {"last": exchange.number, "signs": signs[-_MOST_SIGNS:]}

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        picks = self._found(exchanges, state, question, _SPARE * self.k)
        return Recollection(picks=first_that_fit(picks, self.k, budget))

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """All that is wanted, best first."""
        return lambda asked: tuple(self._found(exchanges, state, asked, len(exchanges)))

    def _found(
        self, exchanges: Sequence[Exchange], state: State, question: Question, most: int
    ) -> Iterator[Pick]:
        """Each exchange once; of those like the question no more than `most` are looked at."""
        wants = wanted(_signs(exchanges, state), sign_of(message_type(question.text)))
        given: set[int] = set()
        for want in sorted(wants, key=lambda each: -wants[each]):
            if wants[want] >= _LEAST_WANTED or not given:
                for pick in _answers(want, exchanges, question, most):
                    if pick.exchange.number not in given:
                        given.add(pick.exchange.number)
                        yield pick


def _signs(exchanges: Sequence[Exchange], state: State) -> list[int]:
    """Those in the state, which may know more of the talk than is offered here, and those of
    offered exchanges that came after it."""
    newer = after(exchanges[-_MOST_SIGNS:], state.get("last", 0))
    signs = [*state.get("signs", ()), *(sign_of(message_type(each.user)) for each in newer)]
    return signs[-_MOST_SIGNS:]


def _answers(
    want: Want, exchanges: Sequence[Exchange], question: Question, most: int
) -> Iterator[Pick]:
    if want == "recent":
        yield from each_newest(exchanges)
        return
    log = log_of(exchanges)
    hits = log.index.search(question, most=most)
    for hit, exchange in zip(hits, log.bodies([hit.number for hit in hits]), strict=True):
        if want == "alike" or message_type(exchange.user) in _STATING:
            yield Pick(exchange, hit.score, f"wanted: {want}")


KIND = MessageSequence
