"""What a kind of memory is: a small pure object that says what to show for a question.

A kind is one file in memory/kinds. The file's name is the kind's name; its module holds the
class under the name KIND. Kinds never await, never ask a model, never touch a store.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from memory.conversation import Exchange

State = Mapping[str, Any]
"""What a kind keeps between turns; survives JSON unchanged. An unused kind has {}."""

Place = Literal["context", "recent", "recalled"]
"""Where in the prompt it goes: context = text before the talk (facts, summary) · recent = the
newest exchanges word for word, an unbroken suffix · recalled = older exchanges, marked so."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the user asks now. `at` is a UTC instant · `previous`: what the same user asked just
    before, "" where there was nothing · `vector`: the text's embedding (unit length), None where
    nobody embeds or it was not ready in time."""

    text: str
    at: datetime
    previous: str = ""
    vector: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """How many tokens may be shown, and how to count them (text -> tokens)."""

    tokens: int
    count: Callable[[str], int]

    def cost(self, exchange: Exchange) -> int:
        """Tokens of an exchange's messages; what a prompt adds around them is not counted."""
        return sum(self.count(message.text) for message in exchange.messages)

    def limited_to(self, tokens: int) -> Budget:
        return Budget(max(0, min(tokens, self.tokens)), self.count)


@dataclass(frozen=True, slots=True)
class Pick:
    """One exchange that a kind recalls. `why` is for people ("newest", "similar", "cluster 2");
    `score` is the kind's own measure, higher is nearer, None where it has none."""

    exchange: Exchange
    score: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Recollection:
    """What a kind shows: exchanges best first (recent kinds: oldest first), or a text. chosen: the
    text was chosen out of more for this question, so that the next one gets another."""

    picks: tuple[Pick, ...] = ()
    text: str = ""
    chosen: bool = False


NOTHING = Recollection()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a person who chooses a kind wants to know of it, each in a plain sentence or two.
    `origin`: where the idea comes from (a book, paper or project, with its year)."""

    what: str
    good_for: str
    bad_for: str
    origin: str


@dataclass(frozen=True, slots=True)
class MemoryOptions:
    """The numbers kinds are built from; their defaults are the product's.

    window_pairs: exchanges the window shows at least · recalled: exchanges that nearest and
    clusters bring back (k) · threshold_tokens: exchanges past the watermark may hold this many
    tokens before they are summarised · keep_recent: newest exchanges the summary never covers ·
    summary_tokens: longest running summary that is accepted · facts_tokens: most that facts take of
    a prompt · summary_rule: "threshold", or "bayes" to learn in each chat when a summary pays
    already below it.
    """

    window_pairs: int = 5
    recalled: int = 5
    threshold_tokens: int = 2000
    keep_recent: int = 2
    summary_tokens: int = 600
    facts_tokens: int = 2000
    summary_rule: Literal["threshold", "bayes"] = "threshold"


class Kind(Protocol):
    """One way of remembering.

    name: the file's name · version: raised when the meaning of its state changes; a stored
    state of another version is rebuilt from the log · place: where its recollection goes ·
    explanation: what a person who chooses among kinds wants to know of it.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    place: ClassVar[Place]
    explanation: ClassVar[Explanation]

    @classmethod
    def from_options(cls, options: MemoryOptions) -> Kind: ...

    def recall(
        self, exchanges: Sequence[Exchange], state: State, question: Question, budget: Budget
    ) -> Recollection:
        """What to show of `exchanges` (one conversation, oldest first) inside the budget."""
        ...


@runtime_checkable
class Absorbing(Protocol):
    """A kind that keeps something of every exchange as it passes."""

    def absorb(self, state: State, exchange: Exchange) -> State:
        """The state with this exchange in it; the given state is left alone."""
        ...


@runtime_checkable
class AbsorbingMany(Protocol):
    """A kind for which many exchanges at once are less work than one after the other."""

    def absorb_all(self, state: State, exchanges: Sequence[Exchange]) -> State:
        """What absorbing each of them gives, oldest first."""
        ...


@runtime_checkable
class Revising(Protocol):
    """A kind for which what comes after the exchanges that it recalls from matters too."""

    def revised(self, state: State, exchanges: Sequence[Exchange]) -> State:
        """The state as all exchanges change it, those too that are shown word for word."""
        ...


def state_from(kind: object, exchanges: Sequence[Exchange], state: State | None = None) -> State:
    """The state, {} unless given, after `exchanges`, oldest first; {} for a kind that keeps
    nothing of them."""
    grown: State = state or {}
    if isinstance(kind, AbsorbingMany):
        return kind.absorb_all(grown, exchanges)
    if isinstance(kind, Absorbing):
        for exchange in exchanges:
            grown = kind.absorb(grown, exchange)
    return grown


@dataclass(frozen=True, slots=True)
class Instruction:
    """What a kind wants to ask the model: fixed instructions and the material, kept apart."""

    system: str
    text: str


class NotLearned(Exception):
    """The model's answer was refused; the message is a short reason code, never its text."""


@runtime_checkable
class Learning(Protocol):
    """A kind that wants the model's help (it never calls it). Only `summary` is asked for: what a
    plugged-in kind would learn nobody asks the model, and it recalls from {}."""

    def question(self, exchanges: Sequence[Exchange], state: State) -> Instruction | None:
        """What to ask about `exchanges` (those to be covered); None: there is nothing to ask."""
        ...

    def learn(
        self, exchanges: Sequence[Exchange], state: State, answer: str, budget: Budget
    ) -> State:
        """The state that covers `exchanges`; raises NotLearned when the answer is unusable."""
        ...


@runtime_checkable
class Embedding(Protocol):
    """A kind that compares the question's `vector` with those of exchanges. Its state is what
    memory/embedded.py describes, kept by whoever embeds; {} where nobody does."""

    embeds: ClassVar[Literal[True]]


@runtime_checkable
class Ranking(Protocol):
    """A kind that can put past exchanges in order for any question."""

    def ranking(
        self, exchanges: Sequence[Exchange], state: State
    ) -> Callable[[Question], tuple[Pick, ...]]:
        """Prepared once for `exchanges`; gives those it would ever recall, best first."""
        ...


class BadParams(ValueError):
    """A kind cannot be built from these parameters; the text names the one that is wrong."""


@runtime_checkable
class FromParams(Protocol):
    """A kind whose numbers can be given by name, as `compare` reads them from a file."""

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Kind:
        """Raises BadParams."""
        ...
