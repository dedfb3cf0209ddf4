"""What the model is shown: the recall, laid out with the most stable part first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from memory.conversation import Exchange


class Part(StrEnum):
    """The prompt's parts, in their order; the order is what lets prompt caches hit."""

    POLICY = "policy"
    CONTEXT = "context"  # facts and summary
    RECENT = "recent"  # exchanges word for word, user and assistant messages in turn
    RECALLED = "recalled"  # older exchanges, marked as recalled, with their dates
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message for the model. `kind` names the kind of memory a context message comes from;
    `exchanges` are the exchanges that `text` was written from (recent and recalled parts)."""

    part: Part
    role: Literal["system", "user", "assistant"]
    text: str
    kind: str = ""
    exchanges: Sequence[Exchange] = ()
