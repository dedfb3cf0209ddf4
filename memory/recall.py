"""What goes into the prompt: a recipe's kinds share one token budget."""

from __future__ import annotations

from dataclasses import dataclass

from memory.conversation import Exchange
from memory.kind import Pick


@dataclass(frozen=True, slots=True)
class Context:
    """One text that stands before the talk; `kind` is the kind that wrote it."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Recall:
    """context: facts and summary, in the recipe's order · recent: the newest exchanges word for
    word, an unbroken suffix of the log, oldest first · recalled: older ones, oldest first, none
    of them among `recent` · tokens: what all of it costs."""

    context: tuple[Context, ...] = ()
    recent: tuple[Exchange, ...] = ()
    recalled: tuple[Pick, ...] = ()
    tokens: int = 0
